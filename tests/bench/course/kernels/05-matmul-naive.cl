__kernel void matmul(__global float *out, __global const float *a, __global const float *b,
                     const uint n) {
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  float sum = 0.0f;
  for (uint k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  out[row * n + column] = sum;
}
