// expect: runtime-error uninitialized-read
// expect-line: 11
// why: Only those who call a shuffle answer in it. Work-item 0 of the sub-group goes another way, so work-item 1 gets nothing.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  int own = i < n ? a[i] : 0, before = 0, after = 0;
  if (lane == 0) {
    if (i > 0 && i < n) before = a[i - 1];
  } else before = sub_group_shuffle_up(own, 1);
  if (lane == last) {
    if (i + 1 < n) after = a[i + 1];
  } else after = sub_group_shuffle_down(own, 1);
  if (i < n) out[i] = after - before;
}
