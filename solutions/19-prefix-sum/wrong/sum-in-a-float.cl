// expect: wrong-answer
// why: The running sums are kept in a float, whose whole numbers end at 16,777,216.

__kernel void prefix_sum(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (size_t step = 1; step < size; step *= 2) {
    int before = l >= step ? tile[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = (int)((float)tile[l] + (float)before);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (i < n) {
    out[i] = tile[l];
  }
}
