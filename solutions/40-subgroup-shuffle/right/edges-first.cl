// Reads what lies beside the sub-group first, and lets the shuffles fill in the rest.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  int own = i < n ? a[i] : 0, before = 0, after = 0;
  if (lane == 0 && i > 0 && i < n) before = a[i - 1];
  if (lane == last && i + 1 < n) after = a[i + 1];
  int left = sub_group_shuffle_up(own, 1), right = sub_group_shuffle_down(own, 1);
  if (lane > 0) before = left;
  if (lane < last) after = right;
  if (i < n) out[i] = after - before;
}
