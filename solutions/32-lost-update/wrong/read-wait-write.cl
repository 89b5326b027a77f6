// expect: runtime-error data-race
// why: Now all read 0 for certain, and all write to the same place: only one element is left.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) tile[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[0] + (i < n ? a[i] : 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[0] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0];
}
