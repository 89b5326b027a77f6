// The four elements of a work-item lie side by side, two and two.

__kernel void matmul_registers(__global float *out, __global const float *a,
                               __global const float *b, __local float *tile_a,
                               __local float *tile_b, uint n, uint k, uint m) {
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  size_t row = get_group_id(1) * 2 * T + 2 * y, column = get_group_id(0) * 2 * T + 2 * x;
  float4 sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    for (size_t p = 0; p < 2; p++) {
      size_t i = first + x, r = row + p, j = first + y, c = column + p;
      tile_a[(2 * y + p) * T + x] = r < n && i < k ? a[r * k + i] : 0.0f;
      tile_b[y * 2 * T + 2 * x + p] = j < k && c < m ? b[j * m + c] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++) {
      float upper = tile_a[2 * y * T + s], lower = tile_a[(2 * y + 1) * T + s];
      float2 above = vload2(x, tile_b + s * 2 * T);
      sum += (float4)(upper * above, lower * above);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = sum.x;
  if (row < n && column + 1 < m) out[row * m + column + 1] = sum.y;
  if (row + 1 < n && column < m) out[(row + 1) * m + column] = sum.z;
  if (row + 1 < n && column + 1 < m) out[(row + 1) * m + column + 1] = sum.w;
}
