// Publish, count, and only then look who was last: the fence
// before the update releases what this block wrote, the one
// after it acquires what the blocks before it released.

// The sum of the block's values, for all its threads.
__device__ float block_sum(float value, float *tile) {
  unsigned l = threadIdx.x;
  unsigned width = blockDim.x;
  tile[l] = value;
  __syncthreads();
  for (; width > 1; width = (width + 1) / 2) {
    unsigned lower = (width + 1) / 2;
    if (l + lower < width) {
      tile[l] += tile[l + lower];
    }
    __syncthreads();
  }
  // All read it before the tile is used again.
  float sum = tile[0];
  __syncthreads();
  return sum;
}

__global__ void sum(
    float *out,
    float *partial,
    int *arrived,
    const float *a,
    unsigned n) {
  extern __shared__ float tile[];
  __shared__ int last;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned l = threadIdx.x;
  unsigned size = blockDim.x;
  int blocks = gridDim.x;

  float own = block_sum(i < n ? a[i] : 0.0f, tile);
  if (l == 0) {
    partial[blockIdx.x] = own;
    __threadfence();
    int before = atomicAdd(arrived, 1);
    __threadfence();
    last = before % blocks == blocks - 1;
  }
  __syncthreads();

  if (last) {
    float rest = 0.0f;
    for (int b = l; b < blocks; b += size) {
      rest += partial[b];
    }
    float total = block_sum(rest, tile);
    if (l == 0) {
      out[0] = total;
    }
  }
}
