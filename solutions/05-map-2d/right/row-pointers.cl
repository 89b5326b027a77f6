// A pointer to the row first, the column as its index.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  __global const float *from = a + row * width;
  __global float *to = out + row * width;
  to[column] = from[column] + 10.0f * row;
}
