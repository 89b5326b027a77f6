// Unsigned and small types wrap; conversions keep the low bits.
// launch: global 1 local 1
// arg: out int[4]
// arg: x int=300
// expect: clean
// out: out 44 -1 65535 300

__kernel void test(__global int *out, int x) {
  uchar c = (uchar)x;
  uint u = (uint)(x - x) - 1u;
  out[0] = c;
  out[1] = (int)u;
  out[2] = (ushort)u;
  out[3] = (short)x;
}
