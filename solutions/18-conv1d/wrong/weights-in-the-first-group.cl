// expect: runtime-error uninitialized-read
// why: The weights are loaded by the first work-items of the launch, so only the first group has them: the others have local memory of their own.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  __local float weights[64];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) tile[size + l] = i + size < n ? a[i + size] : 0.0f;
  if (i < k) weights[i] = b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += tile[l + j] * weights[j];
  if (i < n) out[i] = sum;
}
