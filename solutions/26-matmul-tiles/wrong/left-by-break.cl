// expect: runtime-error barrier-divergence
// why: Whoever has nothing more to load leaves the loop, and its barriers, while others go on.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x, j = first + y;
    if (row >= n || column >= m) break;
    tile_a[y * T + x] = i < k ? a[row * k + i] : 0.0f;
    tile_b[y * T + x] = j < k ? b[j * m + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++) sum += tile_a[y * T + s] * tile_b[s * T + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = sum;
}
