// expect: wrong-answer
// why: At a sub-group's edge the array goes on, and its next element is not 0.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1), after = sub_group_shuffle_down(own, 1);
  if (lane == 0) before = 0;
  if (lane == last) after = 0;
  if (i < n) out[i] = after - before;
}
