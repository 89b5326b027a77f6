// expect: wrong-answer
// why: Work-items without an element bring 1, which is nothing to a product, but something to a sum.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i < n ? a[i] * b[i] : 1);
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
