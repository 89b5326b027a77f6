// The pointer is moved by the offset of a row that is not there; the access comes later.
// launch: global 4 local 4
// arg: out float[4]=zeros
// arg: a const float[16]=range(0,1)

#include "layout.h"

float first_of(__global const float *row) {
  return row[0];
}

__kernel void test(__global float *out, __global const float *a) {
  size_t y = get_global_id(0);
  __global const float *row = a + row_major_2(y, 0, 3, 4);  // expect: out-of-bounds index=3 other-line=9
  out[y] = first_of(row);
}
