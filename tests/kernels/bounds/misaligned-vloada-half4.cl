// vloada_half4 asks for the alignment of four halves, vload_half4 of one.
// launch: global 1 local 1
// arg: out float[8]
// arg: a half[16]=zeros

__kernel void test(__global float *out, __global half *a) {
  float4 good = vload_half4(0, a + 1) + vloada_half4(1, a);
  float4 bad = vloada_half4(0, a + 2); // expect: misaligned array=a index=2
  vstore4(good + bad, 0, out);
  vstore4(good, 1, out);
  vstorea_half2(good.xy, 1, a + 2);
  vstorea_half2_rtz(good.xy, 2, a + 1); // expect: misaligned array=a index=5
}
