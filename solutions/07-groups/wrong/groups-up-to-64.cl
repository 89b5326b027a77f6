// expect: wrong-answer
// why: A place in the group is counted up to 64 only.

__kernel void groups(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * get_local_size(0) + l;

  if (i < n) {
    out[i] = a[i] + 100 * group + min(l, (size_t)63);
  }
}
