// expect: runtime-error data-race
// expect-line: 8
// why: Start and step are those of a single group, so every group does the whole array.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_local_id(0); i < n; i += get_local_size(0))
  out[i] = s * a[i] + b[i];
}
