// The padding of a row in local memory is part of the array, and of no row.
// launch: global 4 local 4
// arg: out float[4]

#include "layout.h"

__kernel void test(__global float *out) {
  __local float tile[ROW_PADDED_2_SIZE(2, 4, 5)];
  int x = get_local_id(0);
  tile[row_padded_2(0, x, 2, 4, 5)] = x;
  tile[row_padded_2(1, x + 1, 2, 4, 5)] = x;  // expect: out-of-bounds array=tile index=4
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = tile[row_padded_2(0, 3 - x, 2, 4, 5)];
}
