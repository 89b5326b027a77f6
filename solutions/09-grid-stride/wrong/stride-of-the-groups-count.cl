// expect: runtime-error data-race
// expect-line: 8
// why: The step is the number of groups. All work-items move at a time, and there are more of those.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_num_groups(0))
  out[i] = s * a[i] + b[i];
}
