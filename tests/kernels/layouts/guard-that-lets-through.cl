// The offset is compared with the size of the array, which says nothing of its row.
// launch: global 5 local 5
// arg: out float[5]=zeros
// arg: a const float[12]=range(0,1)

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  size_t i = row_major_2(1, x, 3, 4);  // expect: out-of-bounds array=a index=4 other-line=+1
  if (i < 12) out[x] = a[i];
}
