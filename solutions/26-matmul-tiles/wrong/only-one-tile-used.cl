// expect: over-budget
// why: Right, but only `a` comes from a tile: `b` is still read from global memory for each product.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  float sum = 0.0f;
  for (size_t first = 0; first < k; first += T) {
    size_t i = first + x;
    tile_a[y * T + x] = row < n && i < k ? a[row * k + i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T && first + s < k && column < m; s++)
      sum += tile_a[y * T + s] * b[(first + s) * m + column];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < m) out[row * m + column] = sum;
}
