// A lane that was never set and never used.
// launch: global 1 local 1
// arg: out float[1]
// expect: clean
// out: out 3

__kernel void test(__global float *out) {
  float4 v;
  v.x = 1.0f;
  v.y = 2.0f;
  out[0] = v.x + v.y;
}
