// expect: wrong-answer
// why: Each work-item writes its own element, and asks nobody.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  if (i < n) out[i] = a[i];
}
