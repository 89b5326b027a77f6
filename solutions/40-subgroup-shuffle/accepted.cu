// The neighbours come from other registers. Only the
// first and the last thread of a warp read one of them.

__global__ void subgroup_shuffle(
    int *out,
    const int *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % warpSize;

  int own = i < n ? a[i] : 0;
  int before = __shfl_up_sync(0xffffffff, own, 1);
  int after = __shfl_down_sync(0xffffffff, own, 1);

  if (i < n) {
    if (lane == 0) {
      before = i > 0 ? a[i - 1] : 0;
    }
    // The last warp of a block may have fewer threads.
    if (lane == warpSize - 1 || threadIdx.x == blockDim.x - 1) {
      after = i + 1 < n ? a[i + 1] : 0;
    }
    out[i] = after - before;
  }
}
