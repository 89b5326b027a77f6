// expect: runtime-error uninitialized-read
// why: The place in the tile is compared with the length of the array; where the array ends follows from the global id.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i < n) tile[l] = a[i];
  if (l < k - 1 && i + size < n) tile[size + l] = a[i + size];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k && l + j < n; j++) sum += tile[l + j] * b[j];
  if (i < n) out[i] = sum;
}
