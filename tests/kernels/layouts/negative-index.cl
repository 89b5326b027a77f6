// An index before the first is wrong, though the offset is that of an element of the row before.
// launch: global 4,3 local 4,3
// arg: out float[12]
// arg: a const float[12]=range(0,1)

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  int x = get_global_id(0), y = get_global_id(1);
  size_t i = row_major_2(y, x, 3, 4);
  out[i] = a[i] + a[row_major_2(y, x - 1, 3, 4)];  // expect: out-of-bounds array=a index=-1
}
