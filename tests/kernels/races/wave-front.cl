// Dynamic programming along diagonals with a barrier each.
// launch: global 4 local 4
// arg: out int[1]
// arg: grid local int[16]
// expect: clean
// out: out 20

__kernel void test(__global int *out, __local int *grid) {
  int row = get_local_id(0);
  for (int d = 0; d < 7; d++) {
    int column = d - row;
    if (column >= 0 && column < 4) {
      int above = row > 0 ? grid[(row - 1) * 4 + column] : 0;
      int left = column > 0 ? grid[row * 4 + column - 1] : 0;
      grid[row * 4 + column] = row + column > 0 ? above + left : 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row == 0) out[0] = grid[15];
}
