// expect: runtime-error data-race
// why: The joined sums are read while the first sub-group still joins them.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  int until = sub_group_scan_inclusive_add(i < n ? a[i] : 0);
  if (lane + 1 == get_sub_group_size()) sums[own] = until;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int carry = 0;
    for (uint s = 0; s < get_num_sub_groups(); s++) {
      int sum = sums[s];
      sums[s] = carry;
      carry += sum;
    }
  }
  if (i < n) out[i] = sums[own] + until;
}
