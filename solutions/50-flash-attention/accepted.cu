// A query for each thread, a tile of keys and values for
// the block; a new maximum scales what was added up so far.

#define MAX_D 32

__global__ void attention(
    float *out,
    const float *q,
    const float *k,
    const float *v,
    int n, int keys, int d) {
  extern __shared__ float tiles[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int l = threadIdx.x;
  int size = blockDim.x;
  float *key_tile = tiles;
  float *value_tile = key_tile + size * d;

  float query[MAX_D];
  float total[MAX_D];
  float largest = -INFINITY;
  float sum = 0.0f;

  for (int c = 0; c < d; c++) {
    query[c] = i < n ? q[i * d + c] * rsqrtf((float)d) : 0.0f;
    total[c] = 0.0f;
  }

  for (int first = 0; first < keys; first += size) {
    int count = min(size, keys - first);
    for (int t = l; t < count * d; t += size) {
      key_tile[t] = k[first * d + t];
      value_tile[t] = v[first * d + t];
    }
    __syncthreads();

    for (int j = 0; j < count; j++) {
      float score = 0.0f;
      for (int c = 0; c < d; c++) {
        score += query[c] * key_tile[j * d + c];
      }
      float before = largest;
      largest = fmaxf(largest, score);
      float old = expf(before - largest);
      float weight = expf(score - largest);
      sum = sum * old + weight;
      for (int c = 0; c < d; c++) {
        total[c] = total[c] * old + weight * value_tile[j * d + c];
      }
    }
    __syncthreads();
  }

  if (i < n) {
    for (int c = 0; c < d; c++) {
      out[i * d + c] = total[c] / sum;
    }
  }
}
