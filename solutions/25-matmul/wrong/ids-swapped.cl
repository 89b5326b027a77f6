// expect: wrong-answer
// why: Dimension 0 is the column here, and it is used for the row: the launch has not enough work-items in that direction.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t row = get_global_id(0), column = get_global_id(1);
  if (row < n && column < m) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[j * m + column];
    out[row * m + column] = sum;
  }
}
