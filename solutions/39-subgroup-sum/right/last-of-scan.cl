// An inclusive scan: its last work-item has the sum of all.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int until = sub_group_scan_inclusive_add(i < n ? a[i] * b[i] : 0);
  if (get_sub_group_local_id() + 1 == get_sub_group_size()) atomic_add(sum, until);
}
