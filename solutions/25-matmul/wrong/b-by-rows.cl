// expect: runtime-error out-of-bounds
// why: It takes a row of `b` where the column is needed: the index goes along the row instead of down.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[column * m + j];
    out[row * m + column] = sum;
  }
}
