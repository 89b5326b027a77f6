// expect: runtime-error data-race
// why: One barrier for each step is enough only where no place that is written is read by another: here the upper half adds, too.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int sum = 0;
  for (size_t column = l; column < width; column += size) sum += a[row * width + column];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t upper = (size + 1) / 2, count = size; count > 1; upper = (upper + 1) / 2) {
    if (l + upper < size) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[row] = tile[0];
}
