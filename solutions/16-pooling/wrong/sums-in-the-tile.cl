// expect: runtime-error data-race
// why: The sum is made in the tile itself, where the two neighbours read what it replaces.

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;
  for (size_t t = l; t < size + 2; t += size) {
    size_t place = first + t;
    tile[t] = place >= 2 && place < n + 2 ? a[place - 2] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l + 2] += tile[l] + tile[l + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l + 2];
}
