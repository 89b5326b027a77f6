// The line is that of the kernel's own function, which calls the header's.
// launch: global 5 local 5
// arg: out float[5]=zeros
// arg: a const float[16]=range(0,1)

#include "layout.h"

float element(__global const float *a, size_t y, size_t x) {
  return a[row_major_2(y, x, 3, 4)];  // expect: out-of-bounds array=a index=4
}

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  out[x] = element(a, 1, x);
}
