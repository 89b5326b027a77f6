// Each index of a column-major layout of 3 dimensions, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DDEPTH=3 -DHEIGHT=4 -DWIDTH=5

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[column_major_3(2, 3, 4, DEPTH, HEIGHT, WIDTH)];
  out[1] = a[column_major_3(DEPTH, 0, 0, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=3
  out[2] = a[column_major_3(0, HEIGHT, 0, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=4
  out[3] = a[column_major_3(0, 0, WIDTH, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=5
}
