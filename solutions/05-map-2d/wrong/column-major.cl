// expect: wrong-answer
// why: Stored column after column: every element is visited once, but with another row's number.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    size_t i = column * height + row;
    out[i] = a[i] + 10.0f * row;
  }
}
