// Longs, doubles and structs at addresses of ints.
// launch: global 1 local 1
// arg: out long[3]
// arg: a const int[8]=range

struct wide {
  long value;
};

__kernel void test(__global long *out, __global const int *a) {
  out[0] = *(__global const long *)(a + 1);                  // expect: misaligned array=a
  out[1] = ((__global const struct wide *)(a + 3))->value;   // expect: misaligned array=a
  out[2] = *(__global const long *)(a + 2);
}
