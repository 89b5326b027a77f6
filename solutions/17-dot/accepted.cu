// In each step the places before `upper` get those from
// `upper` on. Rounded up, so that a middle one stays.

__global__ void dot_product(
    float *out,
    const float *a,
    const float *b,
    unsigned n) {
  extern __shared__ float tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  tile[l] = i < n ? a[i] * b[i] : 0.0f;
  __syncthreads();

  for (unsigned count = size; count > 1;) {
    unsigned upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] += tile[l + upper];
    }
    __syncthreads();
    count = upper;
  }

  if (l == 0) {
    out[blockIdx.x] = tile[0];
  }
}
