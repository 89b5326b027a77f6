// Of two offsets only the chosen one counts.
// launch: global 8 local 8
// arg: out float[8]
// arg: a const float[12]=range(0,1)
// expect: clean
// out: out 4 5 6 7 0 0 0 0

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  size_t x = get_global_id(0);
  size_t i = row_major_2(1, x, 3, 4);
  out[x] = a[x < 4 ? i : 0];
}
