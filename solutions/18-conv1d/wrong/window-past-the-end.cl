// expect: runtime-error out-of-bounds
// why: No tile, and no test where the window leaves the array.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += a[i + j] * b[j];
  if (i < n) out[i] = sum;
}
