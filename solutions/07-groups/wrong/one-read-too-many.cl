// expect: over-budget
// why: Right, but each work-item reads its element twice.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  if (i < n) {
    out[i] = a[i] / 2 + 100 * group + l + (a[i] - a[i] / 2);
  }
}
