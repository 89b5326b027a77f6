// expect: runtime-error barrier-divergence
// why: Work-items without an element leave before the barriers.
// expect-line: 11

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i >= n) return;
  tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    int before = l >= step ? tile[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = tile[l];
}
