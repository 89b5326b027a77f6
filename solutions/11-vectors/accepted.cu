// A whole vector if its last element exists; else what is
// left, one by one, and nothing if nothing is left.

__global__ void vectors(
    float *out,
    const float *a,
    unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (4 * i + 3 < n) {
    float4 v = reinterpret_cast<const float4 *>(a)[i];
    reinterpret_cast<float4 *>(out)[i] =
        make_float4(v.x, 2.0f * v.y, 3.0f * v.z, 4.0f * v.w);
  } else {
    for (unsigned j = 4 * i; j < n; j++) {
      out[j] = a[j] * (1 + j % 4);
    }
  }
}
