// A pointer past the last row is where a walk ends.
// launch: global 1 local 1
// arg: out float[1]
// arg: a const float[12]=range(0,1)
// expect: clean
// out: out 66

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  __global const float *end = a + row_major_2(3, 0, 3, 4);
  float sum = 0;
  for (__global const float *p = a; p != end; p++) sum += *p;
  out[0] = sum;
}
