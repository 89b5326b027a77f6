// expect: runtime-error uninitialized-read
// why: A sub-group is taken to have 32 work-items, so its sum is looked for, and put, at the wrong place.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  size_t l = get_local_id(0);
  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  if (l % 32 == 31) sums[l / 32] = until;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint s = 0; s < own; s++) until += sums[s];
  if (i < n) out[i] = until;
}
