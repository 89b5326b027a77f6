// expect: runtime-error out-of-bounds
// expect-line: 10
// why: One id picks from both inputs. `a` has a number for each column, and the row says nothing about the column.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    out[row * width + column] = a[row] + b[row];
  }
}
