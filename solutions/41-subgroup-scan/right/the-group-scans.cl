// The function of the whole group does all of it.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = work_group_scan_inclusive_add(i < n ? a[i] : 0);
  if (i < n) out[i] = until;
}
