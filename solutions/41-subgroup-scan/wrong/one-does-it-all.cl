// expect: over-budget
// why: Right, but one work-item adds up what all others wait for.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  size_t l = get_local_id(0);
  sums[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    for (uint s = 1; s < get_local_size(0); s++) sums[s] += sums[s - 1];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = sums[l];
}
