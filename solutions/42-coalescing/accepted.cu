// The block fetches its records as one block of numbers,
// in the order of memory. From the tile each thread takes
// its own record, and neighbours write neighbours.

__global__ void fields_apart(
    int *out,
    const int *a,
    unsigned n, unsigned k) {
  extern __shared__ int tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;
  unsigned first = blockIdx.x * size * k;

  for (unsigned e = l; e < size * k; e += size) {
    if (first + e < n * k) {
      tile[e] = a[first + e];
    }
  }
  __syncthreads();

  if (i < n) {
    for (unsigned f = 0; f < k; f++) {
      out[f * n + i] = tile[l * k + f];
    }
  }
}
