// expect: runtime-error data-race
// why: The index is kept in a ushort: from element 65,536 on it begins at 0 again.

__kernel void groups(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  ushort i = group * get_local_size(0) + l;

  if (i < n) {
    out[i] = a[i] + 100 * group + l;
  }
}
