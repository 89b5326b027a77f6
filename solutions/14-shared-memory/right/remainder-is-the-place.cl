// The place in the tile is what remains of the global id, whatever the group's size.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = i % get_local_size(0);

  tile[l] = i < n ? a[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    out[i] = tile[l] - (l > 0 ? tile[l - 1] : 0.0f);
  }
}
