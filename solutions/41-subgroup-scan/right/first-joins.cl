// The first sub-group scans the sums of all, as many at a time as it has work-items.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  uint size = get_sub_group_size(), count = get_num_sub_groups();
  if (lane + 1 == size) sums[own] = until;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (own == 0) {
    int carry = 0;
    for (uint first = 0; first < count; first += size) {
      int sum = first + lane < count ? sums[first + lane] : 0;
      int upto = sub_group_scan_inclusive_add(sum);
      if (first + lane < count) sums[first + lane] = carry + upto - sum;
      carry += sub_group_broadcast(upto, size - 1);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = sums[own] + until;
}
