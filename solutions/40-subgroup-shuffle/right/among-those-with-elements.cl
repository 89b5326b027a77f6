// Shuffles inside the guard: those that answer are those with an element, so only they are asked.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  if (i < n) {
    int own = a[i];
    int before = sub_group_shuffle_up(own, 1);
    int after = sub_group_shuffle_down(own, 1);
    if (lane == 0) before = i > 0 ? a[i - 1] : 0;
    if (i + 1 == n) after = 0;
    else if (lane == last) after = a[i + 1];
    out[i] = after - before;
  }
}
