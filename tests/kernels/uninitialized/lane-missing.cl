// One lane of a vector was forgotten.
// launch: global 1 local 1
// arg: out float4[1]

__kernel void test(__global float4 *out) {
  float4 v;
  v.x = 1.0f;
  v.y = 2.0f;
  v.w = 4.0f;
  out[0] = v; // expect: uninitialized-read
}
