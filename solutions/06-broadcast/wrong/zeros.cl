// expect: wrong-answer
// why: Every element gets zero.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) out[row * width + column] = 0.0f;
}
