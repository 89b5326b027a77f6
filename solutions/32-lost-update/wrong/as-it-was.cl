// expect: runtime-error data-race
// why: Two work-items read the same sum, each adds its own element, and the one that writes last wins.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) tile[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) tile[0] += a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0];
}
