// A vector whose lanes are all set one by one.
// launch: global 2 local 2
// arg: out float4[2]
// expect: clean
// out: out 1 2 3 4 1 2 3 4

__kernel void test(__global float4 *out) {
  float4 v;
  v.x = 1.0f;
  v.y = 2.0f;
  v.zw = (float2)(3.0f, 4.0f);
  out[get_global_id(0)] = v;
}
