// expect: runtime-error out-of-bounds
// expect-line: 10
// why: The parts are rounded up, so the last ones reach past the end of the array.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t length = (n + get_global_size(0) - 1) / get_global_size(0);
  size_t first = get_global_id(0) * length;
  for (size_t i = first; i < first + length; i++)
  out[i] = s * a[i] + b[i];
}
