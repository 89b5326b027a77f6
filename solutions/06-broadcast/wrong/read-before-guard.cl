// expect: runtime-error out-of-bounds
// expect-line: 9
// why: The write is guarded, the reads above it are not.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  float sum = a[column] + b[row];
  if (column < width && row < height) out[row * width + column] = sum;
}
