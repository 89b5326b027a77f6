// The block fills its tile together, with the two
// elements before its own in front. `place` is the
// element's number plus 2, so that it is never negative.

__global__ void pooling(
    int *out,
    const int *a,
    unsigned n) {
  extern __shared__ int tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;
  unsigned first = i - l;

  for (unsigned t = l; t < size + 2; t += size) {
    unsigned place = first + t;
    bool exists = place >= 2 && place < n + 2;
    tile[t] = exists ? a[place - 2] : 0;
  }
  __syncthreads();

  if (i < n) {
    out[i] = tile[l] + tile[l + 1] + tile[l + 2];
  }
}
