// expect: runtime-error out-of-bounds
// expect-line: 8
// why: `<=` lets one element too many through.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_global_id(0); i <= n; i += get_global_size(0))
  out[i] = s * a[i] + b[i];
}
