// Stores of halves round as they are told.
// launch: global 1 local 1
// arg: h half[16]
// arg: f float[4]
// expect: clean
// out: f 2050 2048 2050 2048
__kernel void test(__global half *h, __global float *f) {
  vstore_half_rte(2051.0f - 1.5f, 0, h);
  vstore_half_rtz(2049.5f, 1, h);
  vstore_half_rtp(2048.5f, 2, h);
  vstore_half_rtn(2049.5f, 3, h);
  for (int i = 0; i < 4; i++) f[i] = vload_half(i, h);
  vstorea_half4((float4)(1), 1, h);
  vstore_half4((float4)(1), 2, h);
  vstore_half4((float4)(1), 3, h);
}
