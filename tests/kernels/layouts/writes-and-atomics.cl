// Stores and atomic operations are refused as reads are: what lies there stays.
// launch: global 1 local 1
// arg: out int[12]=zeros
// out: out 0 0 0 0 0 0 0 0 7 0 0 0

#include "layout.h"

__kernel void test(__global int *out) {
  out[row_major_2(0, 4, 3, 4)] = 5;               // expect: out-of-bounds array=out index=4
  atomic_add(&out[row_major_2(0, 5, 3, 4)], 6);   // expect: out-of-bounds array=out index=5
  out[row_major_2(2, 0, 3, 4)] = 7;
}
