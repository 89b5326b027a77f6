// nan(ushort) of half, by a program that calls no other function of half.
// launch: global 1 local 1
// arg: a const ushort[1]=zeros
// arg: out int[2]
// out: out 1 1
// expect: clean
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void test(__global const ushort *a, __global int *out) {
  half x = nan(a[0]);
  half3 v = nan((ushort3)(a[0]));
  out[0] = x != x;
  out[1] = v.z != v.z;
}
