// Printing an unset value uses it.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int tile[1];
  out[0] = 1;
  printf("%d\n", tile[0]); // expect: uninitialized-read array=tile
}
