// One's own sum need not come back out of the tile, and the last sum need not go into it.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int sum = i < n ? a[i] : 0;
  for (size_t step = 1; step < size; step *= 2) {
    tile[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= step) sum += tile[l - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sum;
}
