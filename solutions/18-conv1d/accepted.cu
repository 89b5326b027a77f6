// A block needs its own elements and the k - 1 after
// them, the halo. Both are loaded first, with zeros past
// the array's end, so that the sum needs no test.

__global__ void conv1d(
    float *out,
    const float *a,
    const float *b,
    unsigned n, unsigned k) {
  extern __shared__ float tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  tile[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) {
    tile[size + l] = i + size < n ? a[i + size] : 0.0f;
  }
  __syncthreads();

  if (i < n) {
    float sum = 0.0f;
    for (unsigned j = 0; j < k; j++) {
      sum += tile[l + j] * b[j];
    }
    out[i] = sum;
  }
}
