// expect: runtime-error out-of-bounds
// why: The rows below the last are not kept out.
// expect-line: 10

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width) {
    size_t i = row * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
