// expect: wrong-answer
// why: The row is shared out in chunks of equal length, rounded down, and what is left over belongs to nobody.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t chunk = width / size;
  int sum = 0;
  for (size_t column = chunk * l; column < chunk * (l + 1); column++) sum += a[row * width + column];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = size; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[row] = tile[0];
}
