// An atomic operation of C11 past the end of its buffer is one finding, and its value 0.
// options: -cl-std=CL3.0
// launch: global 1 local 1
// arg: x int[4]=zeros
// arg: old int[1]
// out: old 0

__kernel void test(__global atomic_int *x, __global int *old) {
  old[0] = atomic_fetch_add(&x[4], 1);  // expect: out-of-bounds array=x index=4
}
