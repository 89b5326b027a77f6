// The sum of two matrices: out = a + b, all of them of `height` rows and `width` columns, row by
// row. A work-item has one element; the launch may be larger than the matrix.

#include "layout.h"

__kernel void matrix_add(__global float *out, __global const float *a, __global const float *b,
                         int height, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  if (y >= height || x >= width) return;
  size_t i = row_major_2(y, x, height, width);
  out[i] = a[i] + b[i];
}
