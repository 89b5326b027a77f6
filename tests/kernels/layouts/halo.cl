// A tile with a border around it: indices from -1 on, moved by one.
// launch: global 4,4 local 4,4
// arg: out float[16]
// arg: a const float[16]=range(0,1)
// expect: clean
// out: out 5 7 10 9 13 20 24 20 25 36 40 32 21 35 38 25

#include "layout.h"

#define SIZE 6
#define LEADING 8

__kernel void test(__global float *out, __global const float *a) {
  __local float tile[ROW_PADDED_2_SIZE(SIZE, SIZE, LEADING)];
  int x = get_local_id(0), y = get_local_id(1);
  for (int i = y * 4 + x; i < SIZE * SIZE; i += 16) {
    int row = i / SIZE - 1, column = i % SIZE - 1;
    bool inside = row >= 0 && row < 4 && column >= 0 && column < 4;
    tile[row_padded_2(row + 1, column + 1, SIZE, SIZE, LEADING)] =
        inside ? a[row_major_2(row, column, 4, 4)] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  sum += tile[row_padded_2(y + 1, x, SIZE, SIZE, LEADING)];
  sum += tile[row_padded_2(y + 1, x + 2, SIZE, SIZE, LEADING)];
  sum += tile[row_padded_2(y, x + 1, SIZE, SIZE, LEADING)];
  sum += tile[row_padded_2(y + 2, x + 1, SIZE, SIZE, LEADING)];
  out[row_major_2(y, x, 4, 4)] = sum;
}
