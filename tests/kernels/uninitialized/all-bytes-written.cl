// An int written byte by byte is written.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 16843009

__kernel void test(__global int *out) {
  __local int tile[1];
  __local char *bytes = (__local char *)tile;
  for (int j = 0; j < 4; j++) bytes[j] = 1;
  out[0] = tile[0];
}
