// A table that builtins compute with is no variable of the program
// launch: global 1
// arg: out float[1]
extern __constant float LOG_INV_TBL[];
__kernel void test(__global float *out) {
  out[0] = log(2.0f) + LOG_INV_TBL[1000000000];  // expect: compile-error
}
