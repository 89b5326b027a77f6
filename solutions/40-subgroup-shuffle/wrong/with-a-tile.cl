// expect: over-budget
// why: Right, but it needs local memory and a barrier for what registers can pass on.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  __local int tile[1024];
  size_t l = get_local_id(0), size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  int before = l > 0 ? tile[l - 1] : i > 0 ? a[i - 1] : 0;
  int after = l + 1 < size ? tile[l + 1] : i + 1 < n ? a[i + 1] : 0;
  out[i] = after - before;
}
