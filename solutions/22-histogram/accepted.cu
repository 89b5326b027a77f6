// Each block counts in its own shared memory, where atomics
// are cheap, and adds each count to the result once.

__global__ void histogram(
    int *out,
    const int *a,
    unsigned n, unsigned bins) {
  extern __shared__ int own[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  for (unsigned b = l; b < bins; b += size) {
    own[b] = 0;
  }
  __syncthreads();
  if (i < n) {
    atomicAdd(&own[a[i]], 1);
  }
  __syncthreads();
  for (unsigned b = l; b < bins; b += size) {
    atomicAdd(&out[b], own[b]);
  }
}
