// expect: runtime-error data-race
// why: The flat index is in range, but a column past a row's end belongs to the next row.
// expect-line: 9

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t i = row * width + column;
  if (i < width * height) out[i] = a[i] + 10.0f * row;
}
