// The number that the atomic operation returns
// is a place that nobody else has.

__global__ void compact(
    int *out,
    int *count,
    const int *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int value = a[i];
    if (value > 0) {
      int place = atomicAdd(count, 1);
      out[place] = value;
    }
  }
}
