// Pointers to the first element of the group first, then the local id as their index.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  uint first = get_group_id(0) * get_local_size(0);
  uint l = get_local_id(0);
  __global const int *from = a + first;
  __global int *to = out + first;
  if (first + l < n) to[l] = from[l] + 100 * get_group_id(0) + l;
}
