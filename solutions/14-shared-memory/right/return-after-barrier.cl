// Leaving is fine once no barrier is left to reach.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  out[i] = l == 0 ? tile[0] : tile[l] - tile[l - 1];
}
