// Every thread brings a number, if only 0. The warp adds
// them up, and its first thread passes the sum on.
// `__reduce_add_sync` takes compute capability 8.0.

__global__ void subgroup_sum(
    int *sum,
    const int *a,
    const int *b, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  int product = i < n ? a[i] * b[i] : 0;
  int total = __reduce_add_sync(0xffffffff, product);
  if (threadIdx.x % warpSize == 0) {
    atomicAdd(sum, total);
  }
}
