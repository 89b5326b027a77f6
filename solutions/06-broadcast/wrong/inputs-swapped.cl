// expect: runtime-error out-of-bounds
// expect-line: 10
// why: `a` has a number for each column and `b` one for each row, and here each is asked with the other's index. With as many rows as columns the result would merely be transposed.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    out[row * width + column] = a[row] + b[column];
  }
}
