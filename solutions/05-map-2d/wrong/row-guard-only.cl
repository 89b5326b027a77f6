// expect: runtime-error out-of-bounds
// why: Columns past a row's end are in the next row, and the last row has none after it.
// expect-line: 10

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (row < height) {
    size_t i = row * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
