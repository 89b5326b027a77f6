// expect: wrong-answer
// why: The maximum is exchanged only where a single weight would be infinite. So may be the sum of several weights that are not.

#define MAX_D 32

__kernel void attention(
    __global float *out,
    __global const float *q,
    __global const float *k,
    __global const float *v,
    __local float *key_tile,
    __local float *value_tile,
    int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);

  float query[MAX_D];
  float total[MAX_D];
  float largest = -INFINITY;
  float sum = 0.0f;

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

    for (int j = 0; j < count; j++) {
      float score = 0.0f;
      for (int c = 0; c < d; c++) {
        score += query[c] * key_tile[j * d + c];
      }
      float before = largest;
      if (largest == -INFINITY || score > largest + 88.5f) largest = score;
      float old = exp(before - largest);
      float weight = exp(score - largest);
      sum = sum * old + weight;
      for (int c = 0; c < d; c++) {
        total[c] = total[c] * old + weight * value_tile[j * d + c];
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (i < n) {
    for (int c = 0; c < d; c++) {
      out[i * d + c] = total[c] / sum;
    }
  }
}
