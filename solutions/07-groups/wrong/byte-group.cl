// expect: wrong-answer
// why: A group number of eight bits starts again at 0 after 255.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  uchar g = group;
  if (i < n) out[i] = a[i] + 100 * g + l;
}
