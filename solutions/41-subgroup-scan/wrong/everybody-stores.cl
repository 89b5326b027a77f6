// expect: runtime-error data-race
// why: All work-items of a sub-group store the sum into one place. It is the same number, but they race.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int x = i < n ? a[i] : 0;
  sums[own] = sub_group_reduce_add(x);
  barrier(CLK_LOCAL_MEM_FENCE);
  int until = sub_group_scan_inclusive_add(x);
  for (uint s = 0; s < own; s++) until += sums[s];
  if (i < n) out[i] = until;
}
