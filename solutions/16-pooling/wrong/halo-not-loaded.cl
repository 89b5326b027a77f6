// expect: runtime-error uninitialized-read
// why: Nobody fills the two places in front of the group's own elements.
// expect-line: 10

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l + 2] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
