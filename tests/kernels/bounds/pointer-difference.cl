// An address computed from another array's is out of bounds of the first.
// launch: global 1 local 1
// arg: a int[8]=zeros
// arg: b int[8]=zeros
// out: b 0 0 0 0 0 0 0 0

__kernel void test(__global int *a, __global int *b) {
  long distance = b - a;
  a[distance] = 1; // expect: out-of-bounds array=a
}
