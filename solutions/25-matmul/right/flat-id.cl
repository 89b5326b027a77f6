// The work-items numbered along the rows of the launch; row and column come from that number.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  size_t row = i / m, column = i % m;
  if (row >= n) return;
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[j * m + column];
  out[i] = sum;
}
