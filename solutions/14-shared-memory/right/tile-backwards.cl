// Where in the tile an element lies is the kernel's own choice.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t last = get_local_size(0) - 1;
  if (i < n) tile[last - l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = l > 0 ? tile[last - l] - tile[last - l + 1] : tile[last];
}
