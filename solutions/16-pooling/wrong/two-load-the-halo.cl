// expect: runtime-error uninitialized-read
// why: Work-items 0 and 1 of the group are to load the halo, and a group need not have a work-item 1.
// expect-line: 11

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l + 2] = a[i];
  if (l < 2 && i < n + 2) tile[l] = i >= 2 ? a[i - 2] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
