// Floats divide by zero as IEEE 754 says.
// launch: global 1 local 1
// arg: out float[3]
// arg: x float=1
// expect: clean
// out: out inf -inf 1

__kernel void test(__global float *out, float x) {
  float zero = x - x;
  out[0] = x / zero;
  out[1] = -x / zero;
  out[2] = isnan(zero / zero);
}
