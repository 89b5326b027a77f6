// Along the rows of `a` into the tile, along the rows of
// `out` out of it. The turn is between the two.

__global__ void transpose(
    int *out,
    const int *a,
    unsigned width, unsigned height) {
  extern __shared__ int tile[];
  unsigned t = blockDim.x;
  unsigned x = threadIdx.x;
  unsigned y = threadIdx.y;
  unsigned column = blockIdx.x * t + x;
  unsigned row = blockIdx.y * t + y;
  unsigned out_column = blockIdx.y * t + x;
  unsigned out_row = blockIdx.x * t + y;

  if (column < width && row < height) {
    tile[y * t + x] = a[row * width + column];
  }
  __syncthreads();
  if (out_column < height && out_row < width) {
    out[out_row * height + out_column] = tile[x * t + y];
  }
}
