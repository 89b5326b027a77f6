// A thread for each element of out; neighbours are
// in the same row, and fetch neighbours.

__global__ void embedding(
    float *out,
    const float *table,
    const int *tokens,
    int n, int width, int words) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;

  if (at < n * width) {
    int token = tokens[at / width];
    float value = 0.0f;
    if (token >= 0 && token < words) {
      value = table[token * width + at % width];
    }
    out[at] = value;
  }
}
