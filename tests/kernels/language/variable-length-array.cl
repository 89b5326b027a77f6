// Arrays of variable length are a compile error.
__kernel void test(__global int *out, int n) {
  int t[n]; // expect: compile-error
  out[0] = t[0];
}
