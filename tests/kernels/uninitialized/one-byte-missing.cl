// An int of which three bytes were written.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int tile[1];
  __local char *bytes = (__local char *)tile;
  for (int j = 0; j < 3; j++) bytes[j] = 1;
  out[0] = tile[0]; // expect: uninitialized-read array=tile
}
