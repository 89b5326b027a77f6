// expect: runtime-error uninitialized-read
// why: Two mistakes: without an element a place of the tile is never set, and half of an odd count is rounded down, so that the number without a partner is lost.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i] * b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t upper = get_local_size(0) / 2; upper > 0; upper /= 2) {
    if (l < upper) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
