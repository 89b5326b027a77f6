// A row of a times a column of b, summed up
// in a register and stored once.

__global__ void matmul(
    float *out,
    const float *a,
    const float *b,
    unsigned n, unsigned k, unsigned m) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

  if (row < n && column < m) {
    float sum = 0.0f;
    for (unsigned j = 0; j < k; j++) {
      sum += a[row * k + j] * b[j * m + column];
    }
    out[row * m + column] = sum;
  }
}
