// expect: runtime-error out-of-bounds
// expect-line: 10
// why: Each id is compared with the other dimension's size, which is right for squares alone.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < height && row < width) {
    out[row * width + column] = a[column] + b[row];
  }
}
