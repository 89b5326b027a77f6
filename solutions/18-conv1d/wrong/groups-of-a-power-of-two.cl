// expect: runtime-error data-race
// why: The place in the tile is cut out of the global id's bits, right only where the group's size is a power of two.
// expect-line: 11

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t size = get_local_size(0);
  size_t l = i & (size - 1);

  tile[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) {
    tile[size + l] = i + size < n ? a[i + size] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) {
      sum += tile[l + j] * b[j];
    }
    out[i] = sum;
  }
}
