#define TILE 16

__kernel void matmul(__global float *out, __global const float *a, __global const float *b,
                     const uint n) {
  __local float a_tile[TILE][TILE];
  __local float b_tile[TILE][TILE];
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  const size_t x = get_local_id(0);
  const size_t y = get_local_id(1);
  float sum = 0.0f;
  for (uint t = 0; t < n; t += TILE) {
    a_tile[y][x] = a[row * n + t + x];
    b_tile[y][x] = b[(t + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TILE; k++) sum += a_tile[y][k] * b_tile[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * n + column] = sum;
}
