// Each index of a row-padded layout of 1 dimension, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DWIDTH=5 -DLEADING=8

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[row_padded_1(4, WIDTH, LEADING)];
  out[1] = a[row_padded_1(WIDTH, WIDTH, LEADING)];  // expect: out-of-bounds array=a index=5
  out[2] = a[row_padded_1(4, WIDTH, 4)];  // expect: out-of-bounds array=a index=4
}
