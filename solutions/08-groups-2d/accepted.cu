// Element, block and place are all numbered row by
// row: the number of the row times the length of a
// row, plus the number in the row.

__global__ void groups_2d(
    int *out,
    const int *a,
    unsigned width, unsigned height) {
  unsigned x = threadIdx.x;
  unsigned y = threadIdx.y;
  unsigned column = blockIdx.x * blockDim.x + x;
  unsigned row = blockIdx.y * blockDim.y + y;

  if (column < width && row < height) {
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned place = y * blockDim.x + x;
    unsigned i = row * width + column;
    out[i] = a[i] + 100 * block + place;
  }
}
