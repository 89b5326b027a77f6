// Literals that clang has converted: found where they are executed and used.
// launch: global 1 local 1
// arg: out uchar[8]
// arg: whole int[4]
// out: whole 0 5 6 -2147483648

#define BIG 300.0f

uchar never(void) { return (uchar)1000.0f; }

__kernel void test(__global uchar *out, __global int *whole) {
  const float known = 256.0f;
  out[0] = (uchar)300.0f;         // expect: conversion-out-of-range
  out[1] = BIG;                   // expect: conversion-out-of-range
  out[2] = (uchar)known;          // expect: conversion-out-of-range
  out[3] = convert_uchar(BIG);    // expect: conversion-out-of-range
  out[4] = (uchar)-0.9f;
  out[5] = 255.9f;
  out[6] = convert_uchar_sat(BIG);
  out[7] = (uchar)(int)BIG;
  whole[0] = (int)NAN;            // expect: conversion-out-of-range
  whole[1] = (int)3e9f > 5;       // expect: conversion-out-of-range
  whole[1] = 5;
  int unused = 2147483648.0f;
  if (whole[1] == 6) whole[2] = never() + (int)-3e9f;
  whole[2] = 6;
  whole[3] = -2147483648.0f;
}
