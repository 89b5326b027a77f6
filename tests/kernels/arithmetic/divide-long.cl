// A 64-bit division by zero.
// launch: global 1 local 1
// arg: out long[1]
// arg: x long=0

__kernel void test(__global long *out, long x) {
  out[0] = 5000000000L / x; // expect: divide-by-zero
}
