// expect: runtime-error out-of-bounds
// expect-line: 7
// why: With <= one work-item more has an element than there are elements.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = sub_group_reduce_add(i <= n ? a[i] * b[i] : 0);
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
