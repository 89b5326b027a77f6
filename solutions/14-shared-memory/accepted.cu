// Load, wait, use: every thread brings one element, and
// the barrier says that all are there.

__global__ void differences(
    float *out,
    const float *a,
    unsigned n) {
  extern __shared__ float tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;

  if (i < n) {
    tile[l] = a[i];
  }
  __syncthreads();
  if (i < n) {
    float before = l > 0 ? tile[l - 1] : 0.0f;
    out[i] = tile[l] - before;
  }
}
