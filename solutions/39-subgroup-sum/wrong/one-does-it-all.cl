// expect: over-budget
// why: Right, but one work-item reads and adds everything while the others have nothing to do.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int total = 0;
  for (uint j = 0; i == 0 && j < n; j++) total += a[j] * b[j];
  if (i == 0) atomic_add(sum, total);
}
