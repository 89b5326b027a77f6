// out = a b, matrices of n rows and k columns, and of k
// rows and m columns. A work-item computes an element.
__kernel void matmul(__global float *out,
                     __global const float *a,
                     __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (row >= n || column >= m) return;
  float sum = 0.0f;
  for (uint j = 0; j < k; j++)
    sum += a[row * k + j] * b[j * m + column];
  out[row * m + column] = sum;
}
