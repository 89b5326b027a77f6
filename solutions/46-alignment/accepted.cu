// An int3 is aligned as an int is, so that it takes a
// record wherever it begins. The device still reads
// three numbers, one after the other.

__global__ void weigh(
    int *out,
    const int *a, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int3 v = reinterpret_cast<const int3 *>(a)[i];
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
