// A builtin over all lanes uses the one that was forgotten.
// launch: global 1 local 1
// arg: out float[1]

__kernel void test(__global float *out) {
  float4 v;
  v.x = 1.0f;
  v.y = 2.0f;
  v.z = 3.0f;
  out[0] = dot(v, v); // expect: uninitialized-read
}
