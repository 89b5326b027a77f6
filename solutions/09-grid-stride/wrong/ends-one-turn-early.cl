// expect: time-limit
// why: With fewer elements than work-items `n - all` has no negative number to become: it is huge, and the loop runs on far past the end. With more elements the last turn is missing.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  for (size_t i = id; i < n - all; i += all) out[i] = s * a[i] + b[i];
}
