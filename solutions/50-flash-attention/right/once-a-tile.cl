// Looks through the tile twice: first for its largest score, then with this one fixed. So the sums
// are scaled once a tile, and each score is computed twice.

#define MAX_D 32

__kernel void attention(__global float *out, __global const float *q, __global const float *k,
                        __global const float *v, __local float *key_tile,
                        __local float *value_tile, int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  float query[MAX_D], total[MAX_D];
  float largest = -INFINITY, sum = 0.0f;
  for (int c = 0; c < d; c++) {
    query[c] = i < n ? q[i * d + c] * rsqrt((float)d) : 0.0f;
    total[c] = 0.0f;
  }
  for (int first = 0; first < keys; first += size) {
    int count = min(size, keys - first);
    for (int t = l; t < count * d; t += size) {
      key_tile[t] = k[first * d + t];
      value_tile[t] = v[first * d + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float before = largest;
    for (int j = 0; j < count; j++) {
      float score = 0.0f;
      for (int c = 0; c < d; c++) score += query[c] * key_tile[j * d + c];
      largest = fmax(largest, score);
    }
    float old = exp(before - largest);
    sum *= old;
    for (int c = 0; c < d; c++) total[c] *= old;
    for (int j = 0; j < count; j++) {
      float score = 0.0f;
      for (int c = 0; c < d; c++) score += query[c] * key_tile[j * d + c];
      float weight = exp(score - largest);
      sum += weight;
      for (int c = 0; c < d; c++) total[c] += weight * value_tile[j * d + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i >= n) return;
  for (int c = 0; c < d; c++) out[i * d + c] = total[c] / sum;
}
