// In `a` each thread touches only its own place. The
// elements change places in the tile, after the barrier.

__global__ void reverse(
    int *a,
    unsigned n) {
  extern __shared__ int tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned first = i - l;
  unsigned count = min(blockDim.x, n - first);

  if (i < n) {
    tile[l] = a[i];
  }
  __syncthreads();
  if (i < n) {
    a[i] = tile[count - 1 - l];
  }
}
