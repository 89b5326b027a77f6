// A tile without a size: the line is the kernel's.
// launch: global 1 local 1
// arg: out float[1]=zeros
// arg: a const float[16]=range(0,1)
// arg: tile uint=0

#include "layout.h"

__kernel void test(__global float *out, __global const float *a, uint tile) {
  out[0] = a[tiled_1(3, 16, tile)];  // expect: divide-by-zero
}
