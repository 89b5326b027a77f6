// There are two dimensions, so there are two ways to
// be outside, and either is enough to leave.

__global__ void squares(
    int *out,
    const int *a,
    int width, int height) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;

  if (row >= height || column >= width) {
    return;
  }
  const int *from = a + row * width;
  int *to = out + row * width;
  int value = from[column];
  to[column] = value * value;
}
