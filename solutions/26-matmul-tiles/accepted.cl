// Tile by tile: load a square of each matrix, wait, add the
// products, and wait before the squares are loaded over.

__kernel void matmul_tiles(
    __global float *out,
    __global const float *a,
    __global const float *b,
    __local float *tile_a,
    __local float *tile_b,
    uint n, uint k, uint m) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t T = get_local_size(0);

  float sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x, j = first + y;
    tile_a[y * T + x] =
        row < n && i < k ? a[row * k + i] : 0.0f;
    tile_b[y * T + x] =
        j < k && column < m ? b[j * m + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++) {
      sum += tile_a[y * T + s] * tile_b[s * T + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) {
    out[row * m + column] = sum;
  }
}
