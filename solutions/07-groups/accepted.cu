// In front of a block there are `block` full blocks,
// each with as many threads as this one.

__global__ void groups(
    int *out,
    const int *a,
    unsigned n) {
  unsigned block = blockIdx.x;
  unsigned l = threadIdx.x;
  unsigned i = block * blockDim.x + l;

  if (i < n) {
    out[i] = a[i] + 100 * block + l;
  }
}
