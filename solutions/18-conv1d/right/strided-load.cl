// One loop loads elements and halo alike; it needs no case for the halo.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t start = i - l;
  for (size_t t = l; t < get_local_size(0) + k - 1; t += get_local_size(0))
    tile[t] = start + t < n ? a[start + t] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += tile[l + j] * b[j];
  if (i < n) out[i] = sum;
}
