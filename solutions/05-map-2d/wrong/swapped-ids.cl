// expect: wrong-answer
// why: Row and column are the wrong way round; a launch that is wider than high shows it.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t row = get_global_id(0);
  size_t column = get_global_id(1);
  if (column < width && row < height) {
    size_t i = row * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
