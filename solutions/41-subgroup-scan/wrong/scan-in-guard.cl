// expect: runtime-error barrier-divergence
// why: The scan stands inside the guard: work-items of the same sub-group without an element never come to it.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = 0;
  if (i < n) until = sub_group_scan_inclusive_add(a[i]);
  if (lane + 1 == get_sub_group_size()) sums[own] = until;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 0; s < own; s++) until += sums[s];
  if (i < n) out[i] = until;
}
