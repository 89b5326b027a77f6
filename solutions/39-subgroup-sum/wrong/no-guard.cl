// expect: runtime-error out-of-bounds
// expect-line: 7
// why: Work-items without an element read past the end.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(a[i] * b[i]);
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
