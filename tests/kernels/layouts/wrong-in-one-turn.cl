// One turn of a loop goes too far; the pointer is carried from turn to turn.
// launch: global 1 local 1
// arg: out float[1]=zeros
// arg: a const float[16]=range(0,1)

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t i = 0;
  float sum = 0;
  for (int x = 0; x <= 4; x++) {
    i = row_major_2(1, x, 4, 4);  // expect: out-of-bounds array=a index=4 other-line=+1
    sum += a[i];
  }
  out[0] = sum;
}
