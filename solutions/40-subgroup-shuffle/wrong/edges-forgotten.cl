// expect: runtime-error uninitialized-read
// expect-line: 9
// why: The first work-item of a sub-group has no one before it there: what the shuffle gives it is nobody's.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1), after = sub_group_shuffle_down(own, 1);
  if (i == 0) before = 0;
  if (i + 1 == n) after = 0;
  if (i < n) out[i] = after - before;
}
