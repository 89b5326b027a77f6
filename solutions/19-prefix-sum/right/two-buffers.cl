// Each step reads from one half of the tile and writes to the other: one barrier is enough.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  __local int *from = tile;
  __local int *to = tile + size;
  from[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    to[l] = from[l] + (l >= step ? from[l - step] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int *swap = from;
    from = to;
    to = swap;
  }
  if (i < n) out[i] = from[l];
}
