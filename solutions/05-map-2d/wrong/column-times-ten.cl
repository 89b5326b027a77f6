// expect: wrong-answer
// why: Ten times the column instead of the row.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    size_t i = row * width + column;
    out[i] = a[i] + 10.0f * column;
  }
}
