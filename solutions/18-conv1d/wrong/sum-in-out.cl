// expect: runtime-error uninitialized-read
// why: The sum is kept in `out`, which begins with garbage.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) tile[size + l] = i + size < n ? a[i + size] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    for (uint j = 0; j < k; j++) out[i] += tile[l + j] * b[j];
}
