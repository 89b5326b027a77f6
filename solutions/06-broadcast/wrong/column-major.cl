// expect: wrong-answer
// why: The matrix is stored column after column. Every element is written once, in the wrong place.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) out[column * height + row] = a[column] + b[row];
}
