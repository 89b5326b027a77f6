// dot, cross, length, distance, normalize.
// launch: global 1 local 1
// arg: out float[10]
// arg: a const float3[1]=((1,2,2))
// arg: b const float3[1]=((3,0,4))
// expect: clean
// tolerance: 2e-6
// out: out 11 3 3.46410162 8 2 -6 0.333333333 0.666666667 0.666666667 5

__kernel void test(__global float *out, __global const float3 *a, __global const float3 *b) {
  float3 u = a[0], v = b[0];
  out[0] = dot(u, v);
  out[1] = length(u);
  out[2] = distance(u, v);
  vstore3(cross(u, v), 1, out);
  vstore3(normalize(u), 2, out);
  out[9] = fast_length(v);
}
