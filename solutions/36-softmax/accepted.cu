// Read the row once, and keep it: maximum,
// exponentials and their sum, quotients.

__device__ float reduce(float *tile, int l, float value, bool add) {
  __syncthreads();
  tile[l] = value;
  __syncthreads();
  for (int count = blockDim.x; count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      float other = tile[l + upper];
      tile[l] = add ? tile[l] + other : fmaxf(tile[l], other);
    }
    __syncthreads();
  }
  return tile[0];
}

__global__ void softmax(
    float *out,
    const float *a,
    int width) {
  extern __shared__ float shared[];
  float *row = shared;
  float *tile = row + width;
  int l = threadIdx.x;
  int size = blockDim.x;
  int first = blockIdx.x * width;

  float largest = -INFINITY;
  for (int j = l; j < width; j += size) {
    row[j] = a[first + j];
    largest = fmaxf(largest, row[j]);
  }
  largest = reduce(tile, l, largest, false);

  float sum = 0.0f;
  for (int j = l; j < width; j += size) {
    row[j] = expf(row[j] - largest);
    sum += row[j];
  }
  sum = reduce(tile, l, sum, true);

  for (int j = l; j < width; j += size) {
    out[first + j] = row[j] / sum;
  }
}
