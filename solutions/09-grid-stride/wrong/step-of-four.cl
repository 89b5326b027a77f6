// expect: runtime-error data-race
// expect-line: 8
// why: The number of work-items is written down as 4, which it is in the first case only.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i < n; i += 4)
  out[i] = s * a[i] + b[i];
}
