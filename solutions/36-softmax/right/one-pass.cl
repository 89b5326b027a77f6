// Maximum and sum in one pass: when a larger element comes, what was added up so far is scaled down.
// The row is not kept, so it may be of any length, and is read twice.

float reduce(__local float *tile, int l, float value, bool add) {
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      float other = tile[l + upper];
      tile[l] = add ? tile[l] + other : fmax(tile[l], other);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void softmax(__global float *out, __global const float *a, __local float *row,
                      __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  float largest = -INFINITY;
  float sum = 0.0f;
  for (int j = l; j < width; j += size) {
    float value = a[first + j];
    float before = largest;
    largest = fmax(largest, value);
    sum = sum * exp(before - largest) + exp(value - largest);
  }
  float top = reduce(tile, l, largest, false);
  sum = reduce(tile, l, sum * exp(largest - top), true);
  for (int j = l; j < width; j += size) out[first + j] = exp(a[first + j] - top) / sum;
}
