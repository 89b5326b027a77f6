// Updating the tile in place needs a barrier between all reads and the first write.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float before = l > 0 ? tile[l - 1] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] -= before;
  if (i < n) out[i] = tile[l];
}
