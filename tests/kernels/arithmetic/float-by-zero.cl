// Floats have infinities: no finding, in vectors neither.
// launch: global 1 local 1
// arg: out int[2]
// arg: z float=0
// expect: clean
// out: out 1 1

__kernel void test(__global int *out, float z) {
  out[0] = isinf(1.0f / z) && isnan(fmod(1.0f, z));
  out[1] = all(isinf((float2)(1.0f, -2.0f) / z)) != 0;
}
