// expect: runtime-error data-race
// expect-line: 9
// why: The size of a group is written down as 4, which it is in the first case only. Where groups are larger, they overlap.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * 4 + l;
  if (i < n) out[i] = a[i] + 100 * group + l;
}
