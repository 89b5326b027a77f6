// expect: runtime-error data-race
// expect-line: 8
// why: Every work-item goes through the whole array, so each element is written by all of them.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = 0; i < n; i++)
  out[i] = s * a[i] + b[i];
}
