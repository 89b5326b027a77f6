// a has m rows and k columns, b has k rows and n columns.
__kernel void matmul_naive(__global float *out, __global const float *a, __global const float *b,
                           int m, int n, int k) {
  int column = get_global_id(0), row = get_global_id(1);
  if (row >= m || column >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
  out[row * n + column] = sum;
}

// Groups are TILE by TILE. All work-items load, also those beyond the matrices: they load 0.
__kernel void matmul_tiled(__global float *out, __global const float *a, __global const float *b,
                           int m, int n, int k) {
  __local float a_tile[TILE][TILE], b_tile[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int first = 0; first < k; first += TILE) {
    a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
    b_tile[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; i++) sum += a_tile[y][i] * b_tile[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && column < n) out[row * n + column] = sum;
}
