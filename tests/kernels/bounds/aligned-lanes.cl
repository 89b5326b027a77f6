// Single lanes of vectors where vectors may be.
// launch: global 1 local 1
// arg: a float[12]=range
// arg: one int=1
// expect: clean
// out: a 0 1 2 3 4 5 6 6 8 5 10 7

__kernel void test(__global float *a, int one) {
  __global float4 *v = (__global float4 *)(a + 4 * one);
  __local float4 t[2];
  t[one].y = v[0].y;
  t[0].z = v[one].w;
  v[one].y = t[1].y;
  v[1].w = v[0].w;
  v[0].w = v[0].z;
  a[2] = t[0].z - 9;
}
