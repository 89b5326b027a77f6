// The limit of steps is reached in the second of two loops that only read.
// launch: global 4 local 2
// arg: out float[4]
// arg: a const float[64]=range
// limits: steps 100
// expect: time-limit

__kernel void test(__global float *out, __global const float *a) {
  float sum = 0.0f;
  for (uint k = 0; k < 64; k++) sum += a[k];
  for (uint k = 0; k < 64; k++) sum += a[63 - k];
  out[get_global_id(0)] = sum;
}
