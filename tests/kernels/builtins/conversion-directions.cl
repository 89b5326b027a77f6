// Integers that no float holds go to the float in the direction named.
// launch: global 1
// arg: x const int[4]=(2147483647,-2147483647,16777217,-5)
// arg: z float[4]
// arg: p float[4]
// arg: n float[4]
// arg: d double[2]
// out: z 2147483520 -2147483520 16777216 -5
// out: p 2147483648 -2147483520 16777218 -5
// out: n 2147483520 -2147483648 16777216 -5
// out: d 18446744073709549568 18446744073709551616
// tolerance: 0
// emulator-only: other devices may round otherwise here
// expect: clean
kernel void test(global const int *x, global float *z, global float *p, global float *n,
                 global double *d) {
  int4 v = vload4(0, x);
  vstore4(convert_float4_rtz(v), 0, z);
  vstore4(convert_float4_rtp(v), 0, p);
  vstore4(convert_float4_rtn(v), 0, n);
  d[0] = convert_double_rtz(ULONG_MAX);
  d[1] = convert_double_rtp(ULONG_MAX);
}
