// expect: runtime-error data-race
// expect-line: 9
// why: The number of groups is not the size of a group. With 3 groups of 4 the second group begins at 3, on an element of the first.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * get_num_groups(0) + l;
  if (i < n) out[i] = a[i] + 100 * group + l;
}
