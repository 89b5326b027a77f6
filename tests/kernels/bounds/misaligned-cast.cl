// A cast to a wider type needs its full alignment.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const char[9]=range

__kernel void test(__global int *out, __global const char *a) {
  __global const int *p = (__global const int *)(a + 1);
  out[0] = *p != 0; // expect: misaligned
}
