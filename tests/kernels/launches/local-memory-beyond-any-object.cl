// An array that is larger than any file of code: none is made of it, since it is the launch's.
// launch: global 8 local 4
// arg: out float[8]
// expect: invalid-launch

__kernel void test(__global float *out) {
  __local float x[1UL << 40];
  out[0] = x[0];
}
