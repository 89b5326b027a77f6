// expect: runtime-error invalid-argument
// why: Constant memory is for small tables; a is as long as the output.

__kernel void conv1d(__global float *out, __constant float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  for (size_t j = l; j < k; j += size) tile[j] = b[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k && i + j < n; j++) sum += a[i + j] * tile[j];
  if (i < n) out[i] = sum;
}
