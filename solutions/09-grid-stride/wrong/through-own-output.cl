// expect: over-budget
// why: Right, but `out` is read back to add to it: three reads for each element instead of two.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
    out[i] = s * a[i];
    out[i] += b[i];
  }
}
