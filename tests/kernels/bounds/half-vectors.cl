// Vectors of halves: partly outside, whichever function moves them.
// launch: global 1 local 1
// arg: out float[8]
// arg: h half[7]=zeros
// arg: n int=1

__kernel void test(__global float *out, __global half *h, int n) {
  float4 v = vload_half4(0, h + 4);  // expect: out-of-bounds array=h index=7
  v += vload_half4(0, h + 3);
  v.xyz += vload_half3(n, h + 2);    // expect: out-of-bounds array=h index=7
  v.xyz += vloada_half3(n, h);
  vstore_half4(v, 0, h - n);         // expect: out-of-bounds array=h index=-1
  vstore_half2_rtz(v.xy, 3, h);      // expect: out-of-bounds array=h index=7
  vstore_half(v.x, 6, h);
  vstore_half_rtp(v.x, 7, h);        // expect: out-of-bounds array=h index=7
  vstore4(v, 0, out);
  vstore3(v.xyz, n, out);
  out[7] = vload_half(6, h);
}
