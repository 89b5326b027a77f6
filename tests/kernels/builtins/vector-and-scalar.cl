// min, max and clamp of a vector with scalars act on every lane.
// launch: global 1 local 1
// arg: out float[12]
// arg: a const float[4]=(1,2,3,4)
// expect: clean
// out: out 1 2 2.5 2.5 2.5 2.5 3 4 1.5 2 3 3.5

__kernel void test(__global float *out, __global const float *a) {
  float4 v = vload4(0, a);
  vstore4(min(v, 2.5f), 0, out);
  vstore4(max(v, 2.5f), 1, out);
  vstore4(clamp(v, 1.5f, 3.5f), 2, out);
}
