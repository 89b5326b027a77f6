// expect: wrong-answer
// why: A row number of eight bits starts again at 0 after 255.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  uchar row = get_global_id(1);

  if (column < width && get_global_id(1) < height) {
    size_t i = get_global_id(1) * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
