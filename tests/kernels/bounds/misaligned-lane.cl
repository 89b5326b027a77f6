// One lane of a vector at an address that is no vector's.
// launch: global 1 local 1
// arg: a float[12]=range

__kernel void test(__global float *a) {
  __global float4 *v = (__global float4 *)(a + 1);
  float y = v[0].y; // expect: misaligned array=a
  v[1].w = y;       // expect: misaligned array=a
}
