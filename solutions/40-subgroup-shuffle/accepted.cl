// The neighbours come from other registers. Only the first
// and the last work-item of a sub-group read one of them.

__kernel void subgroup_shuffle(
    __global int *out,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id();

  int own = i < n ? a[i] : 0;
  int before = sub_group_shuffle_up(own, 1);
  int after = sub_group_shuffle_down(own, 1);

  if (i < n) {
    if (lane == 0) {
      before = i > 0 ? a[i - 1] : 0;
    }
    if (lane + 1 == get_sub_group_size()) {
      after = i + 1 < n ? a[i + 1] : 0;
    }
    out[i] = after - before;
  }
}
