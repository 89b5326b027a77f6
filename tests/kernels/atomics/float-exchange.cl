// Floats are exchanged as they are, by the old function and by C11's.
// options: -cl-std=CL3.0
// launch: global 1 local 1
// arg: x float[2]=(1.5,2.5)
// arg: old float[2]
// out: x 8.25 9.25
// out: old 1.5 2.5
// expect: clean

__kernel void test(__global float *x, __global float *old) {
  old[0] = atomic_xchg(&x[0], 8.25f);
  old[1] = atomic_exchange((__global atomic_float *)&x[1], 9.25f);
}
