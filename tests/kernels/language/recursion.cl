// Recursion is not allowed in OpenCL C.
// launch: global 1 local 1
// arg: out int[1]

int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1); // expect: compile-error
}

__kernel void test(__global int *out) {
  out[0] = factorial(3);
}
