// The weights may have a tile of their own.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  __local float weights[64];
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) tile[size + l] = i + size < n ? a[i + size] : 0.0f;
  for (size_t j = l; j < k; j += size) weights[j] = b[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum = fma(tile[l + j], weights[j], sum);
  if (i < n) out[i] = sum;
}
