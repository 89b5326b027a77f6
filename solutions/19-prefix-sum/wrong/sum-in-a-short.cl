// expect: wrong-answer
// why: The running sums are kept in a short.

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
    tile[l] = (short)(tile[l] + before);
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (i < n) {
    out[i] = tile[l];
  }
}
