// expect: runtime-error data-race
// expect-line: 8
// why: The local id begins again at 0 in every group, so all groups write the same few elements.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  if (l < n) out[l] = a[l] + 100 * group + l;
}
