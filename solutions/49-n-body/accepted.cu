// Tiles of bodies: a block loads as many as it has
// threads, and each goes over all of them.

__global__ void pull(
    float4 *out,
    const float4 *body,
    unsigned n) {
  extern __shared__ float4 tile[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;

  float4 me = i < n ? body[i] : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (unsigned first = 0; first < n; first += size) {
    unsigned count = min(size, n - first);
    if (l < count) {
      tile[l] = body[first + l];
    }
    __syncthreads();
    for (unsigned s = 0; s < count; s++) {
      if (first + s != i) {
        float4 other = tile[s];
        float x = other.x - me.x;
        float y = other.y - me.y;
        float z = other.z - me.z;
        float near = rsqrtf(x * x + y * y + z * z);
        float pull = other.w * near * near * near;
        sum.x += pull * x;
        sum.y += pull * y;
        sum.z += pull * z;
        sum.w -= other.w * near;
      }
    }
    __syncthreads();
  }
  if (i < n) {
    out[i] = sum;
  }
}
