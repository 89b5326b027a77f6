// expect: runtime-error data-race
// expect-line: 8
// why: The step is 1, so each work-item does all elements from its own to the last, and most are done many times.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i < n; i++)
  out[i] = s * a[i] + b[i];
}
