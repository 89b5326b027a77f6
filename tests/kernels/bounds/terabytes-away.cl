// An index so large that it would reach another array's place is out of bounds.
// launch: global 1 local 1
// arg: x int[4]=zeros
// arg: y int[4]=zeros
// out: y 0 0 0 0

__kernel void test(__global int *x, __global int *y) {
  for (ulong step = 1ul << 32; step < 1ul << 40; step <<= 1)
    x[step] = 1; // expect: out-of-bounds array=x
}
