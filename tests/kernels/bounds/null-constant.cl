// Following the literal null pointer is reported, not a crash.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __global int *p = 0;
  out[0] = 1;
  *p = 1; // expect: null-pointer
}
