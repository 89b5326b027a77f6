// Floats that become integers which cannot hold them, wherever what comes out is used. The emulator
// gives the nearest number, and reads nothing where it is an index.
// launch: global 1 local 1
// arg: bytes uchar[12]
// arg: whole int[5]
// arg: a const float[8]=(300,-1,255.5,0.001,-128.5,3e9,nan,inf)
// arg: d const double[2]=(4294967296,-2147483649)
// out: bytes 255 0 255 1 255 0 255 255 0 0 0 3
// out: whole 2147483647 0 -1 -2147483648 0

uchar of_function(float x) { return x; }  // expect: conversion-out-of-range

__kernel void test(__global uchar *bytes, __global int *whole, __global const float *a,
                   __global const double *d) {
  const int table[] = {7, 8};
  bytes[0] = (uchar)a[0];              // expect: conversion-out-of-range
  bytes[1] = a[1];                     // expect: conversion-out-of-range
  bytes[2] = convert_uchar_rte(a[2]);  // expect: conversion-out-of-range
  bytes[3] = convert_uchar_rtp(a[3]);
  uchar4 four = convert_uchar4(vload4(0, a)); // expect: conversion-out-of-range
  vstore4(four, 1, bytes);
  bytes[7] = of_function(a[0]);
  bytes[8] = (uchar)convert_char_rtn(a[4]) + 128;  // expect: conversion-out-of-range
  bytes[9] = convert_uchar_rtn(-a[3]);             // expect: conversion-out-of-range
  bytes[10] = 0;
  bytes[11] = 1;
  bytes[11] += 2.0f;
  whole[0] = a[5];                       // expect: conversion-out-of-range
  whole[1] = convert_int(a[6]);          // expect: conversion-out-of-range
  whole[2] = (int)(uint)d[0];            // expect: conversion-out-of-range
  whole[3] = convert_int_rtz(d[1] - 1);  // expect: conversion-out-of-range
  whole[4] = table[(uchar)a[1]];         // expect: conversion-out-of-range
}
