// Two pairs of tiles in turn: the next pair is loaded while the other is read, with one barrier a step.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  __local float more_a[256], more_b[256];
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
  float sum = 0.0f;
  bool odd = false;
  for (size_t first = 0; first < k; first += T, odd = !odd) {
    size_t i = first + x, j = first + y;
    __local float *left = odd ? more_a : tile_a, *top = odd ? more_b : tile_b;
    left[y * T + x] = row < n && i < k ? a[row * k + i] : 0.0f;
    top[y * T + x] = j < k && column < m ? b[j * m + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < T; s++) sum += left[y * T + s] * top[s * T + x];
  }
  if (row < n && column < m) out[row * m + column] = sum;
}
