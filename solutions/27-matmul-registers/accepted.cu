// Four sums in registers: each element that is taken out
// of shared memory is used for two products, not for one.

__global__ void matmul_registers(
    float *out,
    const float *a,
    const float *b,
    unsigned n, unsigned k, unsigned m) {
  extern __shared__ float tiles[];
  unsigned x = threadIdx.x;
  unsigned y = threadIdx.y;
  unsigned T = blockDim.x;
  unsigned row = blockIdx.y * 2 * T + y;
  unsigned column = blockIdx.x * 2 * T + x;
  float *tile_a = tiles;
  float *tile_b = tile_a + 2 * T * T;

  float sum[2][2] = {{0.0f, 0.0f}, {0.0f, 0.0f}};
  for (unsigned first = 0; first < k; first += T) {
    unsigned i = first + x, j = first + y;
    for (unsigned p = 0; p < 2; p++) {
      unsigned r = row + p * T, c = column + p * T;
      tile_a[(y + p * T) * T + x] =
          r < n && i < k ? a[r * k + i] : 0.0f;
      tile_b[y * 2 * T + x + p * T] =
          j < k && c < m ? b[j * m + c] : 0.0f;
    }
    __syncthreads();
    for (unsigned s = 0; s < T; s++) {
      float left[2], above[2];
      for (unsigned p = 0; p < 2; p++) {
        left[p] = tile_a[(y + p * T) * T + s];
        above[p] = tile_b[s * 2 * T + x + p * T];
      }
      for (unsigned p = 0; p < 2; p++) {
        for (unsigned q = 0; q < 2; q++) {
          sum[p][q] += left[p] * above[q];
        }
      }
    }
    __syncthreads();
  }

  for (unsigned p = 0; p < 2; p++) {
    for (unsigned q = 0; q < 2; q++) {
      unsigned r = row + p * T, c = column + q * T;
      if (r < n && c < m) {
        out[r * m + c] = sum[p][q];
      }
    }
  }
}
