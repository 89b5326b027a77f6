// Each index of a row-major layout of 1 dimension, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DWIDTH=5

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[row_major_1(4, WIDTH)];
  out[1] = a[row_major_1(WIDTH, WIDTH)];  // expect: out-of-bounds array=a index=5
}
