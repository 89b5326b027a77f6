// The threads of a block share out a row, each
// adds up its part, and a tree adds the parts.

__global__ void multiply(
    float *out,
    const float *value,
    const int *column,
    const int *start,
    const float *x,
    unsigned rows) {
  extern __shared__ float tile[];
  unsigned row = blockIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  float sum = 0.0f;
  if (row < rows) {
    int end = start[row + 1];
    for (int e = start[row] + l; e < end; e += size) {
      sum += value[e] * x[column[e]];
    }
  }
  tile[l] = sum;
  __syncthreads();

  for (; size > 1; size = (size + 1) / 2) {
    unsigned lower = (size + 1) / 2;
    if (l + lower < size) {
      tile[l] += tile[l + lower];
    }
    __syncthreads();
  }
  if (l == 0 && row < rows) {
    out[row] = tile[0];
  }
}
