// An undeclared name is a compile error at its line.

__kernel void test(__global int *out) {
  out[0] = missing; // expect: compile-error
}
