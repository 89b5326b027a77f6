// A wrong offset in a variable that gets a right one before the access.
// launch: global 8 local 8
// arg: out float[8]
// arg: a const float[16]=range(0,1)
// expect: clean
// out: out 4 5 6 7 8 9 10 11

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  size_t i = row_major_2(1, x, 4, 4);
  if (x >= 4) i = row_major_2(2, x - 4, 4, 4);
  out[x] = a[i];
}
