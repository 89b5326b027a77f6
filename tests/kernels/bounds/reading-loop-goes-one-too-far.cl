// All reads of a loop but the last are good. The loop is long enough to be checked as a whole.
// launch: global 4 local 2
// arg: out float[4]
// arg: a const float[64]=range
// arg: n uint=64

__kernel void test(__global float *out, __global const float *a, const uint n) {
  float sum = 0.0f;
  for (uint k = 0; k <= n; k++) sum += a[k]; // expect: out-of-bounds array=a index=64
  out[get_global_id(0)] = sum;
}
