// expect: wrong-answer
// why: The first sub-group scans as many sums as it has work-items. There may be more sub-groups than that.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  if (lane + 1 == get_sub_group_size()) sums[own] = until;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (own == 0) {
    int sum = lane < get_num_sub_groups() ? sums[lane] : 0;
    int before = sub_group_scan_exclusive_add(sum);
    if (lane < get_num_sub_groups()) sums[lane] = before;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = sums[own] + until;
}
