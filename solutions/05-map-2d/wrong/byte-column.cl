// expect: wrong-answer
// why: A column number of eight bits starts again at 0 after 255.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  uchar column = get_global_id(0);
  size_t row = get_global_id(1);

  if (get_global_id(0) < width && row < height) {
    out[row * width + get_global_id(0)] = a[row * width + column] + 10.0f * row;
  }
}
