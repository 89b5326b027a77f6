// expect: wrong-answer
// why: This multiplies the elements at the same place. A product of matrices is a sum for each element.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m) {
    size_t i = row * m + column;
    out[i] = i < n * k && i < k * m ? a[i] * b[i] : 0.0f;
  }
}
