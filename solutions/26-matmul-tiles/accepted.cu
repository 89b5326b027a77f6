// Tile by tile: load a square of each matrix, wait, add the
// products, and wait before the squares are loaded over.

__global__ void matmul_tiles(
    float *out,
    const float *a,
    const float *b,
    unsigned n, unsigned k, unsigned m) {
  extern __shared__ float tiles[];
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned x = threadIdx.x;
  unsigned y = threadIdx.y;
  unsigned T = blockDim.x;
  float *tile_a = tiles;
  float *tile_b = tile_a + T * T;

  float sum = 0.0f;
  for (unsigned first = 0; first < k; first += T) {
    unsigned i = first + x, j = first + y;
    tile_a[y * T + x] =
        row < n && i < k ? a[row * k + i] : 0.0f;
    tile_b[y * T + x] =
        j < k && column < m ? b[j * m + column] : 0.0f;
    __syncthreads();
    for (unsigned s = 0; s < T; s++) {
      sum += tile_a[y * T + s] * tile_b[s * T + x];
    }
    __syncthreads();
  }
  if (row < n && column < m) {
    out[row * m + column] = sum;
  }
}
