// Tiles at the edges are not full: each element has a place of its own, and what is left is padding.
// launch: global 5,3 local 5,3
// arg: out int[24]=zeros
// expect: clean
// out: out 1 2 6 7 3 4 8 9 5 0 10 0 11 12 0 0 13 14 0 0 15 0 0 0

#include "layout.h"

__kernel void test(__global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[tiled_2(y, x, 3, 5, 2, 2)] = 1 + y * 5 + x;
}
