// An index of 32 bits wraps in the middle of a loop that only reads, while its first and last are good.
// launch: global 1
// arg: out float[1]
// arg: a const float[64]=range
// arg: n uint=8

__kernel void test(__global float *out, __global const float *a, const uint n) {
  float sum = 0.0f;
  for (uint k = 0; k < n; k++) sum += a[(n - 4u - k) + 10ul]; // expect: out-of-bounds array=a index=4294967305
  for (uint k = 0; k < n; k++) sum += a[k * 0x80000001u]; // expect: out-of-bounds array=a index=2147483649
  out[0] = sum;
}
