// expect: wrong-answer
// why: Blocks of 32 are reduced first, and what they give by halving: of three blocks the last one is in no half.

float reduce(__local float *tile, int l, float value, bool add) {
  int size = get_local_size(0);
  int blocks = (size + 31) / 32, count = min(32, size - l / 32 * 32);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  for (int s = 16; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % 32 < s && l % 32 + s < count)
      tile[l] = add ? tile[l] + tile[l + s] : fmax(tile[l], tile[l + s]);
  }
  for (int s = blocks / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) {
      float other = tile[(l + s) * 32];
      tile[l * 32] = add ? tile[l * 32] + other : fmax(tile[l * 32], other);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[0];
}

__kernel void softmax(__global float *out, __global const float *a, __local float *row,
                      __local float *tile, int width) {
  int l = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * width;
  float largest = -INFINITY, sum = 0.0f;
  for (int j = l; j < width; j += size) {
    row[j] = a[first + j];
    largest = fmax(largest, row[j]);
  }
  largest = reduce(tile, l, largest, false);
  for (int j = l; j < width; j += size) {
    row[j] = exp(row[j] - largest);
    sum += row[j];
  }
  sum = reduce(tile, l, sum, true);
  for (int j = l; j < width; j += size) out[first + j] = row[j] / sum;
}
