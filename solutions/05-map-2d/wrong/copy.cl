// expect: wrong-answer
// why: A copy; right in row 0.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) out[row * width + column] = a[row * width + column];
}
