// expect: over-budget
// why: Right, but each element is fetched from global memory again and again.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= m) return;
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += a[row * k + j] * b[j * m + column];
  out[row * m + column] = sum;
}
