// expect: over-budget
// why: Right: a barrier after each turn. But the turns come one after the other, as many as there are work-items, and each passes all barriers.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) tile[0] = 0;
  for (int turn = 0; turn < (int)get_local_size(0); turn++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (turn == l && i < n) tile[0] += a[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0];
}
