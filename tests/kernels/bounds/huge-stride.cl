// An index that overflows 32 bits stays out of bounds.
// launch: global 2 local 2
// arg: x int[4]=zeros
// out: x 7 0 0 0

__kernel void test(__global int *x) {
  ulong i = get_global_id(0) * 0x40000000ul;
  x[i] = 7; // expect: out-of-bounds array=x index=1073741824
}
