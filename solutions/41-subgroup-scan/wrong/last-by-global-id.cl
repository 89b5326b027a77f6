// expect: wrong-answer
// why: Lanes are counted from the start of the launch, not of the group: the last one only where groups are whole sub-groups.

__kernel void subgroup_scan(
    __global int *out,
    __global const int *a,
    __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint own = get_sub_group_id();

  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  if ((i + 1) % get_sub_group_size() == 0) {
    sums[own] = until;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint s = 0; s < own; s++) {
    until += sums[s];
  }
  if (i < n) {
    out[i] = until;
  }
}
