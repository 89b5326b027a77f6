// A function of the program that has the name of one that builtins call is theirs nowhere
// launch: global 1
// arg: out float[1]
// arg: a const float[1]=(4)
// tolerance: 1e-5
// out: out 24
float __attribute__((overloadable)) fma(float a, float b, float c) {
  return *(__global float *)(size_t)a + b + c;
}
float __attribute__((overloadable)) log(float x) { return x * 0.0f; }
__kernel void test(__global float *out, __global const float *a) {
  out[0] = tgamma(a[0] + 1.0f);  // expect: clean
}
