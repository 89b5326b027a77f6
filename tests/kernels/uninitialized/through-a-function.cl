// Passed to a helper and returned, it is still unset.
// launch: global 1 local 1
// arg: out int[1]

int twice(int v) {
  return 2 * v;
}

__kernel void test(__global int *out) {
  int v;
  out[0] = twice(v); // expect: uninitialized-read
}
