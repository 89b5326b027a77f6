// Where a row ends is the start of the next one, which the last row has not; it is only compared.
// launch: global 3 local 3
// arg: out float[3]
// arg: a const float[12]=range(0,1)
// expect: clean
// out: out 6 22 38

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t y = get_global_id(0);
  float sum = 0;
  for (size_t i = row_major_2(y, 0, 3, 4); i < row_major_2(y + 1, 0, 3, 4); i++) sum += a[i];
  out[y] = sum;
}
