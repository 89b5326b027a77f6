// An index that nobody set is that, and not outside of its dimension.
// launch: global 1 local 1
// arg: out float[1]=zeros
// arg: a const float[16]=range(0,1)

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  int indices[2];
  indices[0] = 1;
  out[0] = a[row_major_2(indices[0], indices[1], 3, 4)];  // expect: uninitialized-read
}
