// Each group first finds out how many elements are left for it.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t l = get_local_id(0);
  size_t first = get_global_id(0) - l;
  size_t left = max((size_t)n, first) - first;
  if (l < left) out[first + l] = a[first + l] + 100 * get_group_id(0) + l;
}
