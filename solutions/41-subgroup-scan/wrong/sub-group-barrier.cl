// expect: runtime-error data-race
// why: `sub_group_barrier` waits for the own sub-group. The sums come from the others.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  if (lane + 1 == get_sub_group_size()) sums[own] = until;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 0; s < own; s++) until += sums[s];
  if (i < n) out[i] = until;
}
