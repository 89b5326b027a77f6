// Each step doubles how many elements a place covers. All
// read before any writes, and all write before any reads.

__global__ void prefix_sum(
    int *out,
    const int *a,
    unsigned n) {
  extern __shared__ int tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  tile[l] = i < n ? a[i] : 0;
  __syncthreads();

  for (unsigned step = 1; step < size; step *= 2) {
    int before = l >= step ? tile[l - step] : 0;
    __syncthreads();
    tile[l] += before;
    __syncthreads();
  }

  if (i < n) {
    out[i] = tile[l];
  }
}
