// expect: over-budget
// why: Right, but all work-items stand in line for one place: a reduction was asked for, without atomic operations.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) tile[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_add(&tile[0], a[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0];
}
