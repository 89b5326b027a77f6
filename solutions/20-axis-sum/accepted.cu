// A block strides along its row, each thread with a sum
// of its own; then the block reduces these sums to one.

__global__ void axis_sum(
    int *out,
    const int *a,
    unsigned width) {
  extern __shared__ int tile[];
  unsigned row = blockIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  int sum = 0;
  for (unsigned column = l; column < width; column += size) {
    sum += a[row * width + column];
  }
  tile[l] = sum;
  __syncthreads();

  for (unsigned count = size; count > 1;) {
    unsigned upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] += tile[l + upper];
    }
    __syncthreads();
    count = upper;
  }

  if (l == 0) {
    out[row] = tile[0];
  }
}
