// expect: runtime-error out-of-bounds
// expect-line: 12
// why: Where the last element belongs to the last work-item of a sub-group, the one after it does not exist.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1), after = sub_group_shuffle_down(own, 1);
  if (i >= n) return;
  if (lane == 0) before = i > 0 ? a[i - 1] : 0;
  if (lane == last) after = a[i + 1];
  out[i] = after - before;
}
