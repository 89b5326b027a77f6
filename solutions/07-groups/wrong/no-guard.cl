// expect: runtime-error out-of-bounds
// expect-line: 9
// why: No guard: the last group has work-items without an element, and they read and write past the end.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * get_local_size(0) + l;
  out[i] = a[i] + 100 * group + l;
}
