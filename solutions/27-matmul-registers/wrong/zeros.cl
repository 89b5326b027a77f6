// expect: wrong-answer
// why: Every element gets zero.

__kernel void matmul_registers(__global float *out, __global const float *a,
                               __global const float *b, __local float *tile_a,
                               __local float *tile_b, uint n, uint k, uint m) {
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  size_t row = get_group_id(1) * 2 * T + y, column = get_group_id(0) * 2 * T + x;
  float sum[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
  for (size_t p = 0; p < 2; p++)
    for (size_t q = 0; q < 2; q++) {
      size_t r = row + p * T, c = column + q * T;
      if (r < n && c < m) out[r * m + c] = sum[p][q];
    }
}
