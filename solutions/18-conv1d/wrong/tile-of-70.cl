// expect: runtime-error out-of-bounds
// why: A tile of its own for groups of 64 and six elements of halo is too short for larger groups.
// expect-line: 14

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  __local float own[70];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  own[l] = i < n ? a[i] : 0.0f;
  if (l < k - 1) {
    own[size + l] = i + size < n ? a[i + size] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n) {
    float sum = 0.0f;
    for (uint j = 0; j < k; j++) {
      sum += own[l + j] * b[j];
    }
    out[i] = sum;
  }
}
