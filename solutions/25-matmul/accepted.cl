// A row of a times a column of b, summed up in a private
// variable and stored once.

__kernel void matmul(
    __global float *out,
    __global const float *a,
    __global const float *b,
    uint n, uint k, uint m) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  if (row < n && column < m) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) {
      sum += a[row * k + j] * b[j * m + column];
    }
    out[row * m + column] = sum;
  }
}
