// The sub-group's sum by a reduction of its own, so that any work-item may store it.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int x = i < n ? a[i] : 0;
  int total = sub_group_reduce_add(x);
  if (lane == 0) sums[own] = total;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = 0;
  for (uint s = 0; s < own; s++) before += sums[s];
  int until = sub_group_scan_inclusive_add(x);
  if (i < n) out[i] = before + until;
}
