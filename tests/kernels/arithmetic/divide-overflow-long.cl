// LONG_MIN over -1 does not fit; chars and shorts are divided as ints, where it does.
// launch: global 1 local 1
// arg: out long[3]
// arg: x long=-9223372036854775808
// arg: y int=-1
// out: out -9223372036854775808 128 32768

__kernel void test(__global long *out, long x, int y) {
  char c = CHAR_MIN;
  short s = SHRT_MIN;
  out[0] = x / y; // expect: divide-by-zero
  out[1] = c / (char)y;
  out[2] = s / (short)y;
}
