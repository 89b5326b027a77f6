// Offsets of neighbours that are not there are computed, and used only where they are.
// launch: global 4,3 local 4,3
// arg: out float[12]
// arg: a const float[12]=range(0,1)
// expect: clean
// out: out 5 7 10 9 13 20 24 20 13 23 26 17

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  int x = get_global_id(0), y = get_global_id(1);
  size_t left = row_major_2(y, x - 1, 3, 4), right = row_major_2(y, x + 1, 3, 4);
  size_t above = row_major_2(y - 1, x, 3, 4), below = row_major_2(y + 1, x, 3, 4);
  float sum = 0;
  if (x > 0) sum += a[left];
  if (x < 3) sum += a[right];
  sum += y > 0 ? a[above] : 0;
  sum += y < 2 ? a[below] : 0;
  out[row_major_2(y, x, 3, 4)] = sum;
}
