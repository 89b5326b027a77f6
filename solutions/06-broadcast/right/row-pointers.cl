// The row first: its pointer and its number, which all of its elements share.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (row >= height) return;
  __global float *to = out + row * width;
  float shared = b[row];
  if (column < width) to[column] = a[column] + shared;
}
