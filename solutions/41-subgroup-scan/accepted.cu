// A scan of each warp, in steps that double; then every
// thread adds the sums of the warps before its own.

__global__ void subgroup_scan(
    int *out,
    const int *a,
    unsigned n) {
  extern __shared__ int sums[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % warpSize;
  unsigned own = threadIdx.x / warpSize;

  int until = i < n ? a[i] : 0;
  for (unsigned step = 1; step < warpSize; step *= 2) {
    int before = __shfl_up_sync(0xffffffff, until, step);
    if (lane >= step) {
      until += before;
    }
  }
  if (lane == warpSize - 1) {
    sums[own] = until;
  }
  __syncthreads();

  for (unsigned s = 0; s < own; s++) {
    until += sums[s];
  }
  if (i < n) {
    out[i] = until;
  }
}
