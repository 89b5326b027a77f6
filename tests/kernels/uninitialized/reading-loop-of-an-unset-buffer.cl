// A loop that only reads a buffer which nobody has written.
// launch: global 4 local 2
// arg: out float[4]
// arg: x float[16]

__kernel void test(__global float *out, __global const float *x) {
  float sum = 0.0f;
  for (uint k = 0; k < 16; k++) sum += x[k]; // expect: uninitialized-read
  out[get_global_id(0)] = sum;
}
