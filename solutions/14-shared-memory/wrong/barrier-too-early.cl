// expect: runtime-error data-race
// why: The barrier stands before the writes instead of between writes and reads.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) tile[l] = a[i];
  if (i < n) out[i] = l > 0 ? tile[l] - tile[l - 1] : tile[l];
}
