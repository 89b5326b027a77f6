// expect: wrong-answer
// why: The halo is taken from behind the group's elements, and the window looks back.

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;
  for (size_t t = l; t < size + 2; t += size) {
    tile[t] = first + t < n ? a[first + t] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
