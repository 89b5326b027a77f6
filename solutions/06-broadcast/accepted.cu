// The column picks from a, the row picks from
// b; only the place in out needs both.

__global__ void broadcast(
    float *out,
    const float *a,
    const float *b,
    unsigned width, unsigned height) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

  if (column < width && row < height) {
    out[row * width + column] = a[column] + b[row];
  }
}
