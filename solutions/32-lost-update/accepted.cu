// A place for each thread, and then a tree: in each
// step every place that is written has one writer.

__global__ void totals(
    int *out,
    const int *a,
    int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = threadIdx.x;

  tile[l] = i < n ? a[i] : 0;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] += tile[l + upper];
    }
    __syncthreads();
  }
  if (l == 0) {
    out[blockIdx.x] = tile[0];
  }
}
