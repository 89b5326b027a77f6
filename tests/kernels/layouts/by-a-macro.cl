// The line is that where the kernel uses its own macro.
// launch: global 5 local 5
// arg: out float[5]=zeros
// arg: a const float[16]=range(0,1)

#include "layout.h"

#define A(y, x) a[column_major_2(y, x, 3, 4)]

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  out[x] = A(1, x);  // expect: out-of-bounds array=a index=4
}
