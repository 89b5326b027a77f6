// The smaller of an offset that is wrong and one that is right is right.
// launch: global 8 local 8
// arg: out float[8]
// arg: a const float[12]=range(0,1)
// expect: clean
// out: out 8 9 10 11 11 11 11 11

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  size_t last = row_major_2(2, 3, 3, 4);
  out[x] = a[min(row_major_2(2, x, 3, 4), last)];
}
