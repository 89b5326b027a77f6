// Rows of 33: the next one begins a bank further on,
// so that a column lies in 32 different banks.

#define SIZE 32

__global__ void transpose(
    int *out,
    const int *a,
    unsigned h, unsigned w) {
  __shared__ int tile[SIZE][SIZE + 1];
  unsigned x = threadIdx.x;
  unsigned y = threadIdx.y;
  unsigned left = blockIdx.x * SIZE;
  unsigned top = blockIdx.y * SIZE;

  if (top + y < h && left + x < w) {
    tile[y][x] = a[(top + y) * w + left + x];
  }
  __syncthreads();
  if (left + y < w && top + x < h) {
    out[(left + y) * h + top + x] = tile[x][y];
  }
}
