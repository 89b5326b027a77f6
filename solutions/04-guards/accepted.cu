// A thread without an element does nothing,
// neither read nor write.

__global__ void guards(
    float *out,
    const float *a,
    unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    out[i] = a[i] + 10.0f;
  }
}
