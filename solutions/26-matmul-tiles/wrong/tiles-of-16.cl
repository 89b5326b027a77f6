// expect: runtime-error uninitialized-read
// why: Tiles of 16 × 16 are taken for granted; smaller groups do not fill them.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  __local float left[16][16], top[16][16];
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x, j = first + y;
    left[y][x] = row < n && i < k ? a[row * k + i] : 0.0f;
    top[y][x] = j < k && column < m ? b[j * m + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < 16; s++) sum += left[y][s] * top[s][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = sum;
}
