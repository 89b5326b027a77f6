// expect: wrong-answer
// why: Row and column are the wrong way round: dimension 0 is the column. Work-items with a large number in dimension 0 find no row for it, and their elements stay unwritten.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t row = get_global_id(0);
  size_t column = get_global_id(1);
  if (column < width && row < height) out[row * width + column] = a[column] + b[row];
}
