// expect: wrong-answer
// why: The tiles hold halves, of which twice as many fit. A half has 11 binary digits: above 16 it holds no 128ths.

__kernel void matmul_registers(__global float *out, __global const float *a,
                               __global const float *b, __local float *tile_a,
                               __local float *tile_b, uint n, uint k, uint m) {
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  size_t row = get_group_id(1) * 2 * T + y, column = get_group_id(0) * 2 * T + x;
  __local half *half_a = (__local half *)tile_a, *half_b = (__local half *)tile_b;
  float sum[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x, j = first + y;
    for (size_t p = 0; p < 2; p++) {
      size_t r = row + p * T, c = column + p * T;
      vstore_half(r < n && i < k ? a[r * k + i] : 0.0f, (y + p * T) * T + x, half_a);
      vstore_half(j < k && c < m ? b[j * m + c] : 0.0f, y * 2 * T + x + p * T, half_b);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++) {
      float left[2], above[2];
      for (size_t p = 0; p < 2; p++) {
        left[p] = vload_half((y + p * T) * T + s, half_a);
        above[p] = vload_half(s * 2 * T + x + p * T, half_b);
      }
      for (size_t p = 0; p < 2; p++)
        for (size_t q = 0; q < 2; q++) sum[p][q] += left[p] * above[q];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (size_t p = 0; p < 2; p++)
    for (size_t q = 0; q < 2; q++) {
      size_t r = row + p * T, c = column + q * T;
      if (r < n && c < m) out[r * m + c] = sum[p][q];
    }
}
