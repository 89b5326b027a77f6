// expect: wrong-answer
// why: The number in the group is cut out of the bits of the global id, which is right where the size of a group is a power of two.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + 100 * group + (i & (get_local_size(0) - 1));
}
