// The elements of the next step wait in registers while those of this one are used.

__kernel void matmul_registers(__global float *out, __global const float *a,
                               __global const float *b, __local float *tile_a,
                               __local float *tile_b, uint n, uint k, uint m) {
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  size_t row = get_group_id(1) * 2 * T + y, column = get_group_id(0) * 2 * T + x;
  float2 left = 0.0f, right = 0.0f, next_a, next_b;
  for (size_t first = 0; first < k + T; first += T) {
    if (first > 0) {
      tile_a[y * T + x] = next_a.x;
      tile_a[(y + T) * T + x] = next_a.y;
      tile_b[y * 2 * T + x] = next_b.x;
      tile_b[y * 2 * T + x + T] = next_b.y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t i = first + x, j = first + y;
    next_a.x = row < n && i < k ? a[row * k + i] : 0.0f;
    next_a.y = row + T < n && i < k ? a[(row + T) * k + i] : 0.0f;
    next_b.x = j < k && column < m ? b[j * m + column] : 0.0f;
    next_b.y = j < k && column + T < m ? b[j * m + column + T] : 0.0f;
    for (size_t s = 0; first > 0 && s < T; s++) {
      float2 down = (float2)(tile_a[y * T + s], tile_a[(y + T) * T + s]);
      left += down * tile_b[s * 2 * T + x];
      right += down * tile_b[s * 2 * T + x + T];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = left.x;
  if (row + T < n && column < m) out[(row + T) * m + column] = left.y;
  if (row < n && column + T < m) out[row * m + column + T] = right.x;
  if (row + T < n && column + T < m) out[(row + T) * m + column + T] = right.y;
}
