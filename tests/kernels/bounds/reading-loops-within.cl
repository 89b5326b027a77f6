// Loops that read up to the very ends of an array, upwards, downwards, in steps and not at all.
// launch: global 4 local 2
// arg: out float[4]
// arg: a const float[64]=range
// arg: n uint=64
// expect: clean
// out: out 5040 5041 5042 5043

__kernel void test(__global float *out, __global const float *a, const uint n) {
  const size_t i = get_global_id(0);
  float sum = a[i];
  for (uint k = 0; k < n; k++) sum += a[k];
  for (int k = (int)n - 1; k >= 0; k--) sum += a[k];
  for (size_t k = 63; k < n; k += get_local_size(0)) sum += a[k] - 63.0f;
  for (uint k = n; k < n; k++) sum += a[k];
  uint k = 60;
  do sum += a[k] - (float)k;
  while (++k < n);
  for (uint j = 0; j < n * 2; j += 32) sum += a[(j + 64u) / 4u] * 0.25f - (16.0f + (float)j * 0.25f) * 0.25f;
  sum += 1008.0f;
  out[i] = sum;
}
