// A float3's fourth lane is padding; storing the vector does not use it.
// launch: global 2 local 2
// arg: out float3[2]
// expect: clean
// out: out 1 2 3 1 2 3

__kernel void test(__global float3 *out) {
  float3 v;
  v.x = 1.0f;
  v.y = 2.0f;
  v.z = 3.0f;
  out[get_global_id(0)] = v;
}
