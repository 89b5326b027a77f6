// expect: wrong-answer
// why: The output is indexed row by row, the input column by column.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height)
    out[row * width + column] = a[column * height + row] + 10.0f * row;
}
