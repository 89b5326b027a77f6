// Each index of a row-major layout of 4 dimensions, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DCOUNT=2 -DDEPTH=3 -DHEIGHT=4 -DWIDTH=5

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[row_major_4(1, 2, 3, 4, COUNT, DEPTH, HEIGHT, WIDTH)];
  out[1] = a[row_major_4(COUNT, 0, 0, 0, COUNT, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=2
  out[2] = a[row_major_4(0, DEPTH, 0, 0, COUNT, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=3
  out[3] = a[row_major_4(0, 0, HEIGHT, 0, COUNT, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=4
  out[4] = a[row_major_4(0, 0, 0, WIDTH, COUNT, DEPTH, HEIGHT, WIDTH)];  // expect: out-of-bounds array=a index=5
}
