// A builtin that is declared with a number where it has a pointer
// launch: global 1
// arg: out float[1]
float _Z5fractfPU3AS1f(float x, ulong address);  // expect: compile-error
__kernel void test(__global float *out) {
  out[0] = _Z5fractfPU3AS1f(1.5f, 4096);
}
