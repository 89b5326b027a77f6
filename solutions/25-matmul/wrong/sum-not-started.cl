// expect: runtime-error uninitialized-read
// why: The sum begins with whatever was in its register.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m) {
    float sum;
    for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[j * m + column];
    out[row * m + column] = sum;
  }
}
