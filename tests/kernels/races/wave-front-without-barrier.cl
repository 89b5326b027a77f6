// The same without.
// launch: global 4 local 4
// arg: out int[1]
// arg: grid local int[16]

__kernel void test(__global int *out, __local int *grid) {
  int row = get_local_id(0);
  for (int d = 0; d < 7; d++) {
    int column = d - row;
    if (column >= 0 && column < 4) {
      int above = row > 0 ? grid[(row - 1) * 4 + column] : 0; // expect: data-race other-line=+2 // may: uninitialized-read
      int left = column > 0 ? grid[row * 4 + column - 1] : 0; // may: uninitialized-read
      grid[row * 4 + column] = row + column > 0 ? above + left : 1;
    }
  }
  if (row == 0) out[0] = grid[0];
}
