// Each index of a column-major layout of 2 dimensions, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DHEIGHT=4 -DWIDTH=5

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[column_major_2(3, 4, HEIGHT, WIDTH)];
  out[1] = a[column_major_2(HEIGHT, 0, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=4
  out[2] = a[column_major_2(0, WIDTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=5
}
