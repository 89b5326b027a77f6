// One's own element need not come back out of the tile.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  float mine = i < n ? a[i] : 0.0f;
  tile[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = l > 0 ? mine - tile[l - 1] : mine;
}
