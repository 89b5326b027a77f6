// An atomic needs its operand's alignment.
// launch: global 1 local 1
// arg: a char[8]=zeros

__kernel void test(__global char *a) {
  atomic_inc((__global int *)(a + 1)); // expect: misaligned array=a
  atomic_inc((__global int *)(a + 4));
}
