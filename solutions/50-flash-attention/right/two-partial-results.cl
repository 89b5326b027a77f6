// Two partial results, of the keys with even numbers and of those with odd ones, each with a maximum
// of its own. At the end they are brought to the same maximum and added, as those of several groups
// would be.

#define MAX_D 32

__kernel void attention(__global float *out, __global const float *q, __global const float *k,
                        __global const float *v, __local float *key_tile,
                        __local float *value_tile, int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  float query[MAX_D], total[2][MAX_D];
  float largest[2] = {-INFINITY, -INFINITY}, sum[2] = {0.0f, 0.0f};
  for (int c = 0; c < d; c++) {
    query[c] = i < n ? q[i * d + c] * rsqrt((float)d) : 0.0f;
    total[0][c] = total[1][c] = 0.0f;
  }
  for (int first = 0; first < keys; first += size) {
    int count = min(size, keys - first);
    for (int t = l; t < count * d; t += size) {
      key_tile[t] = k[first * d + t];
      value_tile[t] = v[first * d + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < count; j++) {
      int part = j % 2;
      float score = 0.0f;
      for (int c = 0; c < d; c++) score += query[c] * key_tile[j * d + c];
      float before = largest[part];
      largest[part] = fmax(before, score);
      float old = exp(before - largest[part]);
      float weight = exp(score - largest[part]);
      sum[part] = sum[part] * old + weight;
      for (int c = 0; c < d; c++)
        total[part][c] = total[part][c] * old + weight * value_tile[j * d + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i >= n) return;
  float both = fmax(largest[0], largest[1]);
  float even = exp(largest[0] - both), odd = exp(largest[1] - both);
  float all = sum[0] * even + sum[1] * odd;
  for (int c = 0; c < d; c++)
    out[i * d + c] = (total[0][c] * even + total[1][c] * odd) / all;
}
