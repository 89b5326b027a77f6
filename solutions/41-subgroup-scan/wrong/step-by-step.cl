// expect: over-budget
// why: Right, but this is the scan in local memory, with two barriers for every step.

__kernel void subgroup_scan(__global int *out, __global const int *a, __local int *sums, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), own = get_sub_group_id();
  size_t l = get_local_id(0);
  sums[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < get_local_size(0); step *= 2) {
    int left = l >= step ? sums[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[l] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sums[l];
}
