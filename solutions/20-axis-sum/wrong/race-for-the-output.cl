// expect: runtime-error data-race
// why: All work-items of a group add to the same element of the output at once.
// expect-line: 13

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l == 0) out[row] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int sum = 0;
  for (size_t column = l; column < width; column += size) sum += a[row * width + column];
  out[row] += sum;
}
