// expect: runtime-error data-race
// expect-line: 8
// why: The step is the size of a group, but all groups are at work. From the second turn on a group does what the next group has done.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_local_size(0))
  out[i] = s * a[i] + b[i];
}
