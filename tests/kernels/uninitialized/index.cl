// An index that nobody set.
// launch: global 1 local 1
// arg: output int out 1
// arg: input int a 4

__kernel void test(__global int *out, __global const int *a) {
  __local int where[1];
  out[0] = a[where[0] & 3]; // expect: uninitialized-read array=where
}
