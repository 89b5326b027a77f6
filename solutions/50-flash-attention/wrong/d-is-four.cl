// expect: runtime-error out-of-bounds
// why: d is 4 in some cases only.

#define MAX_D 32

__kernel void attention(__global float *out, __global const float *q, __global const float *k,
                        __global const float *v, __local float *key_tile,
                        __local float *value_tile, int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  float query[MAX_D], total[MAX_D];
  float largest = -INFINITY, sum = 0.0f;
  for (int c = 0; c < 4; c++) {
    query[c] = i < n ? q[i * 4 + c] * rsqrt((float)4) : 0.0f;
    total[c] = 0.0f;
  }
  for (int first = 0; first < keys; first += size) {
    int count = min(size, keys - first);
    for (int t = l; t < count * 4; t += size) {
      key_tile[t] = k[first * 4 + t];
      value_tile[t] = v[first * 4 + t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < count; j++) {
      float score = 0.0f;
      for (int c = 0; c < 4; c++) score += query[c] * key_tile[j * 4 + c];
      float before = largest;
      largest = fmax(largest, score);
      float old = exp(before - largest);
      float weight = exp(score - largest);
      sum = sum * old + weight;
      for (int c = 0; c < 4; c++)
        total[c] = total[c] * old + weight * value_tile[j * 4 + c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i >= n) return;
  for (int c = 0; c < 4; c++) out[i * 4 + c] = total[c] / sum;
}
