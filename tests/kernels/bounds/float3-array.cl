// An array of float3 has 16 bytes an element, the last one too.
// launch: global 3 local 3
// arg: out float3[3]
// arg: a const float3[3]=range
// expect: clean

__kernel void test(__global float3 *out, __global const float3 *a) {
  size_t i = get_global_id(0);
  out[i] = a[i] * 2.0f;
}
