// Conversions to half round once, in the direction that they name.
// launch: global 1
// arg: x const float[4]=(1.0003,-1.0003,70000,2049)
// arg: z half[4]
// arg: p half[4]
// arg: n half[4]
// arg: i half[3]
// out: z 1 -1 65504 2048
// out: p 1.0009765625 -1 inf 2050
// out: n 1 -1.0009765625 65504 2048
// out: i 2050 -inf 65504
// emulator-only: not every device has cl_khr_fp16
// expect: clean
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global const float *x, global half *z, global half *p, global half *n,
                 global half *i) {
  float4 v = vload4(0, x);
  vstore4(convert_half4_rtz(v), 0, z);
  vstore4(convert_half4_rtp(v), 0, p);
  vstore4(convert_half4_rtn(v), 0, n);
  i[0] = convert_half_rtp(2049);
  i[1] = convert_half_rte(LONG_MIN);
  i[2] = convert_half_rtz(ULONG_MAX);
}
