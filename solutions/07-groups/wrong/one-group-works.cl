// expect: wrong-answer
// why: Only group 0 writes; the others leave.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  if (group > 0) return;
  if (l < n) out[l] = a[l] + l;
}
