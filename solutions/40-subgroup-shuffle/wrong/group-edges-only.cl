// expect: runtime-error uninitialized-read
// why: The edges of the *group* are looked after. A group has several sub-groups, and each has two edges of its own.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  size_t l = get_local_id(0);
  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1), after = sub_group_shuffle_down(own, 1);
  if (i >= n) return;
  if (l == 0) before = i > 0 ? a[i - 1] : 0;
  if (l + 1 == get_local_size(0)) after = i + 1 < n ? a[i + 1] : 0;
  out[i] = after - before;
}
