// Dimension x runs along a row, so that neighbours in
// a block touch neighbours in memory.

__global__ void map_2d(
    float *out,
    const float *a,
    unsigned width, unsigned height) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

  if (column < width && row < height) {
    unsigned i = row * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
