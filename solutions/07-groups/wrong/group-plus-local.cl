// expect: runtime-error data-race
// expect-line: 9
// why: The number of the group is not multiplied by anything. Group 1 begins at element 1, where group 0 is at work.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group + l;
  if (i < n) out[i] = a[i] + 100 * group + l;
}
