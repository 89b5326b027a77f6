// expect: wrong-answer
// why: The right element is written, but what is read is an element of group 0.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[l] + 100 * group + l;
}
