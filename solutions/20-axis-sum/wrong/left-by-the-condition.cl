// expect: runtime-error barrier-divergence
// why: Whoever has nothing to add leaves the loop, and the barrier in it, by the loop's condition.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int sum = 0;
  for (size_t column = l; column < width; column += size) sum += a[row * width + column];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = size; count > 1 && l < (count + 1) / 2; count = (count + 1) / 2) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[row] = tile[0];
}
