// expect: wrong-answer
// why: A group that is not full does nothing at all, and its elements stay unwritten.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * get_local_size(0) + l;
  if ((group + 1) * get_local_size(0) <= n) out[i] = a[i] + 100 * group + l;
}
