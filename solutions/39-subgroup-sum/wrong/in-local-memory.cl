// expect: over-budget
// why: Right, but the sum goes through local memory and waits at barriers, which a sub-group does not need.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  __local int total;
  size_t l = get_local_id(0);
  if (l == 0) total = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_add(&total, a[i] * b[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_add(sum, total);
}
