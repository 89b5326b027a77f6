// expect: runtime-error barrier-divergence
// why: Half of the group waits at one barrier, half at another.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  if (l > 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = tile[l] - tile[l - 1];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = tile[l];
  }
}
