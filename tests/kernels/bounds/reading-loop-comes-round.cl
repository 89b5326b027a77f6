// A factor makes an index step by one element, as long as the number in it does not come round.
// launch: global 1
// arg: out float[1]
// arg: a const float[64]=range
// arg: n uint=6

__kernel void test(__global float *out, __global const float *a, const uint n) {
  float sum = 0.0f;
  for (uint k = 0; k < n; k++) sum += a[(ulong)(k * 0x55555555u) * 0xfffffffcfffffffdul]; // expect: out-of-bounds array=a
  out[0] = sum;
}
