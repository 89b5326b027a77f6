// expect: wrong-answer
// expect-steps: 1
// why: One tile is loaded, and the keys that do not fit into it are never seen.

#define MAX_D 32

__kernel void attention(__global float *out, __global const float *q, __global const float *k,
                        __global const float *v, __local float *key_tile,
                        __local float *value_tile, int n, int keys, int d) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float query[MAX_D], total[MAX_D];
  float sum = 0.0f;
  for (int c = 0; c < d; c++) {
    query[c] = i < n ? q[i * d + c] / sqrt((float)d) : 0.0f;
    total[c] = 0.0f;
  }
  int count = min(size, keys);
  for (int t = l; t < count * d; t += size) {
    key_tile[t] = k[t];
    value_tile[t] = v[t];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < count; j++) {
    float score = 0.0f;
    for (int c = 0; c < d; c++) score += query[c] * key_tile[j * d + c];
    float weight = exp(score);
    sum += weight;
    for (int c = 0; c < d; c++) total[c] += weight * value_tile[j * d + c];
  }
  for (int c = 0; i < n && c < d; c++) out[i * d + c] = total[c] / sum;
}
