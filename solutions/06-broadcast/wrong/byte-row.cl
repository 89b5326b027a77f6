// expect: wrong-answer
// why: A row number of eight bits starts again at 0 after 255.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  uchar y = row;
  if (column < width && row < height) out[row * width + column] = a[column] + b[y];
}
