// expect: wrong-answer
// why: The last work-item of a *full* sub-group is to add. A sub-group that is not full has none.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i < n ? a[i] * b[i] : 0);
  if (get_sub_group_local_id() + 1 == get_max_sub_group_size()) atomic_add(sum, total);
}
