// A builtin's second result goes past the end.
// launch: global 1 local 1
// arg: out float[1]
__kernel void test(__global float *out) {
  out[0] = sincos(0.0f, out + 1); // expect: out-of-bounds array=out index=1
}
