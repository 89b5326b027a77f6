// expect: wrong-answer
// why: The sum of a sub-group that reaches past the end is thrown away, with the elements that it does have.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i < n ? a[i] * b[i] : 0);
  size_t end = i - get_sub_group_local_id() + get_sub_group_size();
  if (get_sub_group_local_id() == 0 && end <= n) atomic_add(sum, total);
}
