// expect: runtime-error barrier-divergence
// why: The reduction stands inside the guard: work-items without an element never come to it, and the others of their sub-group wait for them.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int total = sub_group_reduce_add(a[i] * b[i]);
    if (get_sub_group_local_id() == 0) atomic_add(sum, total);
  }
}
