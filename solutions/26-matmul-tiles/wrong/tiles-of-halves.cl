// expect: wrong-answer
// why: The tiles hold halves, of which twice as many fit. A half has 11 binary digits: above 16 it holds no 128ths.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  __local half *half_a = (__local half *)tile_a, *half_b = (__local half *)tile_b;
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x, j = first + y;
    vstore_half(row < n && i < k ? a[row * k + i] : 0.0f, y * T + x, half_a);
    vstore_half(j < k && column < m ? b[j * m + column] : 0.0f, y * T + x, half_b);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++)
      sum += vload_half(y * T + s, half_a) * vload_half(s * T + x, half_b);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = sum;
}
