// Halves, whose range is wider than that of bytes and narrower than that of ints.
// launch: global 1 local 1
// arg: out int[6]
// arg: a const float[4]=(255.9,300,-0.9,65504)
// out: out 255 255 255 0 65504 2147483647

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void test(__global int *out, __global const float *a) {
  out[0] = (uchar)(half)(a[0] - 0.9f);
  out[1] = (uchar)(half)a[1];              // expect: conversion-out-of-range
  out[2] = convert_uchar_rte((half)a[1]);  // expect: conversion-out-of-range
  out[3] = convert_uchar((half)a[2]);
  out[4] = (int)(half)a[3];
  out[5] = (int)(half)(a[3] * 2);  // expect: conversion-out-of-range
}
