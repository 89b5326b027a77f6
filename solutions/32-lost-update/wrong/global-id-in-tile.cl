// expect: runtime-error out-of-bounds
// why: The tile belongs to the group: its places are counted by the local id.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  tile[i] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
