// expect: runtime-error uninitialized-read
// why: Only the first work-item fills its place in the tile.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (l == 0) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = l > 0 ? tile[l] - tile[l - 1] : tile[l];
}
