// expect: wrong-answer
// why: A sub-group is taken to have 32 work-items. How wide it is, the device decides.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i < n ? a[i] * b[i] : 0);
  if (get_local_id(0) % 32 == 0) atomic_add(sum, total);
}
