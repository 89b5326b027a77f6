// A forgotten semicolon.

__kernel void test(__global int *out) {
  out[0] = 1 // expect: compile-error
}
