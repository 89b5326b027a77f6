// Everybody calls the function with the barriers in it; who
// has no element brings a number that is never the largest.

#include <climits>

__device__ int largest(int *tile, int value) {
  int l = threadIdx.x;

  tile[l] = value;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] = max(tile[l], tile[l + upper]);
    }
    __syncthreads();
  }
  return tile[0];
}

__global__ void below_largest(
    int *out,
    const int *a,
    int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  int value = i < n ? a[i] : INT_MIN;
  int top = largest(tile, value);
  if (i < n) {
    out[i] = value - top;
  }
}
