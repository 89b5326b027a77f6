// A lane that nobody set divides nobody's number; a scalar that nobody set does.
// launch: global 1 local 1
// arg: out int[2]
// out: out 6 7

__kernel void test(__global int *out) {
  int4 divisor;
  int unset;
  divisor.x = 2;
  divisor.y = 3;
  int4 quotient = (int4)(6) / divisor;
  out[0] = quotient.x * quotient.y;
  out[1] = 7 / unset; // expect: uninitialized-read
}
