// Each index of a tiled layout of 4 dimensions, one too far, at an offset inside the array.
// launch: global 1 local 1
// arg: out float[16]
// arg: a const float[2048]=range(0,1)
// options: -DCOUNT=2 -DDEPTH=3 -DHEIGHT=4 -DWIDTH=5 -DTILE=2

#include "layout.h"

__kernel void test(__global float *out, __global const float *a) {
  out[0] = a[tiled_4(1, 2, 3, 4, COUNT, DEPTH, HEIGHT, WIDTH, TILE, TILE, TILE, TILE)];
  out[1] = a[tiled_4(COUNT, 0, 0, 0, COUNT, DEPTH, HEIGHT, WIDTH, TILE, TILE, TILE, TILE)];  // expect: out-of-bounds array=a index=2
  out[2] = a[tiled_4(0, DEPTH, 0, 0, COUNT, DEPTH, HEIGHT, WIDTH, TILE, TILE, TILE, TILE)];  // expect: out-of-bounds array=a index=3
  out[3] = a[tiled_4(0, 0, HEIGHT, 0, COUNT, DEPTH, HEIGHT, WIDTH, TILE, TILE, TILE, TILE)];  // expect: out-of-bounds array=a index=4
  out[4] = a[tiled_4(0, 0, 0, WIDTH, COUNT, DEPTH, HEIGHT, WIDTH, TILE, TILE, TILE, TILE)];  // expect: out-of-bounds array=a index=5
}
