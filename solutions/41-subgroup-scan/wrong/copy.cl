// expect: wrong-answer
// why: Each work-item writes its own element.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  if (i < n) out[i] = a[i];
}
