// expect: runtime-error out-of-bounds
// why: column * width + row: right for squares, and transposed consistently.
// expect-line: 10

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    size_t i = column * width + row;
    out[i] = a[i] + 10.0f * row;
  }
}
