// expect: wrong-answer
// why: Every element gets zero.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row < n && column < m) out[row * m + column] = 0.0f;
}
