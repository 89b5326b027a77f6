// expect: runtime-error data-race
// why: In global memory it is the same: each work-item reads, adds and writes, and others come in between.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) out[get_group_id(0)] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i < n) out[get_group_id(0)] += a[i];
}
