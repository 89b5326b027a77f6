// expect: runtime-error data-race
// expect-line: 10
// why: The rows are `height` elements apart instead of `width`, so they overlap where the matrix is wider than high.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    out[row * height + column] = a[column] + b[row];
  }
}
