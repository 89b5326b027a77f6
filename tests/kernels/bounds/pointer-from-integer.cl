// Pointers that were integers in between are checked too.
// launch: global 1 local 1
// arg: a int[4]=zeros
__kernel void test(__global int *a) {
  size_t p = (size_t)a;
  *(__global int *)(p + 4) = 1;
  *(__global int *)(p + 16) = 1; // expect: out-of-bounds array=a index=4
  *(__global int *)1234567890123ul = 1; // expect: out-of-bounds
}
