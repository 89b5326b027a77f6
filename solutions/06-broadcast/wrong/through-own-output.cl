// expect: over-budget
// why: Right, but `out` is read back to add to it: three reads for each element instead of two.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    out[row * width + column] = a[column];
    out[row * width + column] += b[row];
  }
}
