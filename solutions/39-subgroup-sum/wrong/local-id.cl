// expect: wrong-answer
// why: Every group multiplies the first group's elements.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  int total = sub_group_reduce_add(i < n ? a[l] * b[l] : 0);
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
