// All threads move on together, by as many elements as
// there are threads; the loop's condition is the guard.

__global__ void grid_stride(
    int *out,
    const int *a,
    const int *b,
    int s, unsigned n) {
  unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned threads = gridDim.x * blockDim.x;

  for (unsigned i = first; i < n; i += threads) {
    out[i] = s * a[i] + b[i];
  }
}
