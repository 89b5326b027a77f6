// expect: runtime-error uninitialized-read
// why: The sum is kept in `out`, which begins with garbage.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m)
    for (uint j = 0; j < k; j++) out[row * m + column] += a[row * k + j] * b[j * m + column];
}
