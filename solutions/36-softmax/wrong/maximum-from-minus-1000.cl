// expect: wrong-answer
// why: The maximum begins at -1,000, and all of a row may be less.

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

__kernel void softmax(
    __global float *out,
    __global const float *a,
    __local float *row,
    __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;

  float largest = -1000.0f;
  for (int j = l; j < width; j += size) {
    row[j] = a[first + j];
    largest = fmax(largest, row[j]);
  }
  largest = reduce(tile, l, largest, false);

  float sum = 0.0f;
  for (int j = l; j < width; j += size) {
    row[j] = exp(row[j] - largest);
    sum += row[j];
  }
  sum = reduce(tile, l, sum, true);

  for (int j = l; j < width; j += size) {
    out[first + j] = row[j] / sum;
  }
}
