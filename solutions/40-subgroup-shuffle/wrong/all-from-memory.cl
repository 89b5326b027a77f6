// expect: over-budget
// why: Right, but both neighbours are read from memory, each element twice.

__kernel void subgroup_shuffle(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
  if (i >= n) return;
  int before = i > 0 ? a[i - 1] : 0;
  int after = i + 1 < n ? a[i + 1] : 0;
  out[i] = after - before;
}
