// expect: wrong-answer
// why: Each work-item has the sum of its sub-group, and each adds it: it is counted as often as there are work-items.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i < n ? a[i] * b[i] : 0);
  atomic_add(sum, total);
}
