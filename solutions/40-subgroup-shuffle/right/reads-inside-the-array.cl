// At the array's ends the edges read an element that there is, and put 0 in its place afterwards.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id();
  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1);
  int after = sub_group_shuffle_down(own, 1);
  if (i < n) {
    if (lane == 0) before = a[i > 0 ? i - 1 : 0];
    if (lane + 1 == get_sub_group_size()) after = a[i + 1 < n ? i + 1 : i];
    if (i == 0) before = 0;
    if (i + 1 == n) after = 0;
    out[i] = after - before;
  }
}
