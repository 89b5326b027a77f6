// expect: runtime-error data-race
// why: Rows are height apart instead of width, so they overlap.
// expect-line: 10

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    size_t i = row * height + column;
    out[i] = a[i] + 10.0f * row;
  }
}
