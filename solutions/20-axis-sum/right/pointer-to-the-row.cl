// A pointer to the row's start, and one's own sum kept in a variable during the reduction.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  __global const int *place = a + row * width + l;
  __global const int *end = a + (row + 1) * width;
  int sum = 0;
  for (; place < end; place += size) sum += *place;
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    if (l % (2 * step) == 0 && l + step < size) {
      sum += tile[l + step];
      tile[l] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[row] = sum;
}
