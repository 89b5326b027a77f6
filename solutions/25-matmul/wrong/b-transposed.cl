// expect: wrong-answer
// why: `b` is read as if its columns lay one after the other. It has rows of `m` elements.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[column * k + j];
    out[row * m + column] = sum;
  }
}
