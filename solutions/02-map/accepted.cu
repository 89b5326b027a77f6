// Each thread takes the element that has its own number.

__global__ void map(
    float *out,
    const float *a) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  out[i] = a[i] + 10.0f;
}
