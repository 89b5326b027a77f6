// A vector that is partly outside: the finding names the first element that is not there.
// launch: global 1 local 1
// arg: out float[7]
// arg: a const float[6]=range

__kernel void test(__global float *out, __global const float *a) {
  float4 v = vload4(0, a + 4);  // expect: out-of-bounds array=a index=6
  float3 w = vload3(1, a + 1);  // expect: out-of-bounds array=a index=6
  vstore3(w, 1, out + 2);       // expect: out-of-bounds array=out index=7
  vstore4(v, 0, out);
}
