// A function that does not exist, spelt nearly right.

__kernel void test(__global float *out) {
  out[0] = squareroot(2.0f); // expect: compile-error
}
