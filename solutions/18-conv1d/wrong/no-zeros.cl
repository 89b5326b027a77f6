// expect: runtime-error uninitialized-read
// why: Places of the tile past the array's end are never filled, and read all the same.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i < n) tile[l] = a[i];
  if (l < k - 1 && i + size < n) tile[size + l] = a[i + size];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < k; j++) sum += tile[l + j] * b[j];
  if (i < n) out[i] = sum;
}
