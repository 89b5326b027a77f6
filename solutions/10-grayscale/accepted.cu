// A float holds the sum exactly, fraction and
// all; one conversion at the end rounds, and
// what it gives is kept from 0 to 255.

__global__ void grayscale(
    unsigned char *gray,
    const unsigned char *rgb,
    int light,
    unsigned width, unsigned height) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

  if (column < width && row < height) {
    unsigned i = row * width + column;
    float sum = 0.25f * rgb[3 * i] + 0.625f * rgb[3 * i + 1]
        + 0.125f * rgb[3 * i + 2] + light;
    gray[i] = min(max(__float2int_rn(sum), 0), 255);
  }
}
