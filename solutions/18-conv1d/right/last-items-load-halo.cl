// The group's last work-items may load the halo as well as its first.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t spare = size - 1 - l;
  tile[l] = i < n ? a[i] : 0.0f;
  if (spare < k - 1) {
    size_t from = (i - l) + size + spare;
    tile[size + spare] = from < n ? a[from] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += tile[l + j] * b[j];
  if (i < n) out[i] = sum;
}
