// Mean, then variance around it, then the normalised row,
// which stays in shared memory until the outputs are made.

#define EPSILON 1e-5f

__device__ float block_sum(float *tile, int l, float value) {
  __syncthreads();
  tile[l] = value;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    __syncthreads();
  }
  return tile[0];
}

__global__ void layernorm_linear(
    float *out,
    const float *x,
    const float *scale,
    const float *shift,
    const float *weights,
    const float *bias,
    int width, int m) {
  extern __shared__ float shared[];
  float *row = shared;
  float *tile = row + width;
  int l = threadIdx.x;
  int size = blockDim.x;

  int first = blockIdx.x * width;

  float sum = 0.0f;
  for (int j = l; j < width; j += size) {
    row[j] = x[first + j];
    sum += row[j];
  }
  float mean = block_sum(tile, l, sum) / width;

  float squares = 0.0f;
  for (int j = l; j < width; j += size) {
    float apart = row[j] - mean;
    squares += apart * apart;
  }
  float variance = block_sum(tile, l, squares) / width;

  float factor = rsqrtf(variance + EPSILON);
  for (int j = l; j < width; j += size) {
    row[j] = (row[j] - mean) * factor * scale[j] + shift[j];
  }
  __syncthreads();

  for (int o = l; o < m; o += size) {
    float result = bias[o];
    for (int j = 0; j < width; j++) {
      result += row[j] * weights[j * m + o];
    }
    out[blockIdx.x * m + o] = result;
  }
}
