// expect: over-budget
// why: Right, but each work-item adds its own product, and all of them wait for one element.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  if (i < n) atomic_add(sum, a[i] * b[i]);
}
