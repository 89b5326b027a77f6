// An index into a row that nobody set is that one mistake, whatever it happens to be.
// launch: global 1 local 1
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int where[2], tile[4][4];
  for (int j = 0; j < 16; j++) tile[j / 4][j % 4] = j;
  where[0] = 3;
  out[0] = tile[1][where[0]];
  out[1] = tile[1][where[1]];  // expect: uninitialized-read array=where index=1
}
