// expect: runtime-error data-race
// expect-line: 11
// why: What is left after the full turns is done by all work-items at the same time.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  size_t full = n / all * all;
  for (size_t i = id; i < full; i += all) out[i] = s * a[i] + b[i];
  for (size_t i = full; i < n; i++) out[i] = s * a[i] + b[i];
}
