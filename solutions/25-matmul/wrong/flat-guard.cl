// expect: runtime-error data-race
// why: The number of the element is in range, but a work-item right of the last column has the number of an element of the next row.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row * m + column < n * m) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[j * m + column];
    out[row * m + column] = sum;
  }
}
