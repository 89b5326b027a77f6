// The place of the conversion is what is found, wherever its result has been since.
// launch: global 4 local 4
// arg: out int[12]
// arg: a const float[4]=(3e9,1,2,-3e9)
// arg: tile local int[4]
// arg: count local int[1]
// out: out 2147483647 1 2 -2147483648 1 0 0 0 -2147483648 -2 -3 2147483647

struct pair {
  int first, second;
};

__kernel void test(__global int *out, __global const float *a, __local int *tile,
                   __local int *count) {
  size_t l = get_local_id(0);
  tile[l] = a[l];  // expect: conversion-out-of-range
  if (l == 0) *count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    for (int i = 0; i < 4; i++) out[i] = tile[i];
  if (l == 1) {
    struct pair made = {convert_int(a[0]), 1};  // expect: conversion-out-of-range
    struct pair copy = made;
    out[4] = copy.second;
    out[5] = copy.first == 5;
  }
  if (l == 2) {
    int step = a[3];                         // expect: conversion-out-of-range
    out[6] = step > 0 ? 1 : 0;
    out[7] = 0;
    if (convert_int(a[0] * 2) < 0) out[7] = 1;  // expect: conversion-out-of-range
  }
  if (l == 3) atomic_add(count, (int)a[0]);  // expect: conversion-out-of-range
  out[8 + l] = -1 - (int)a[l];               // expect: conversion-out-of-range
}
