// A row overrun in a private array, by a variable and by a literal.
// launch: global 1 local 1
// arg: out int[2]
// arg: k int=3

__kernel void test(__global int *out, int k) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  out[0] = grid[0][k];   // expect: out-of-bounds array=grid index=3
  out[1] = grid[0][3];   // expect: out-of-bounds array=grid index=3
  grid[0][k] = 9;        // expect: out-of-bounds array=grid index=3
  if (grid[1][0] != 4) out[0] = grid[7][0]; // the write above was dropped
}
