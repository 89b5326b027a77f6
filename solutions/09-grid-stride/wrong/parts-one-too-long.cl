// expect: over-budget
// why: Right, but where the division comes out even, each part is one element longer than a share, and the last work-items have less to do.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t length = n / get_global_size(0) + 1;
  size_t first = get_global_id(0) * length;
  for (size_t i = first; i < first + length && i < n; i++) out[i] = s * a[i] + b[i];
}
