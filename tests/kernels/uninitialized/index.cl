// An index that nobody set.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  __local int where[1];
  out[0] = a[where[0] & 3]; // expect: uninitialized-read array=where
}
