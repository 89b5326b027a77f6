// expect: runtime-error out-of-bounds
// why: The last group's tile is filled from past the end of the array.
// expect-line: 11

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;
  for (size_t t = l; t < size + 2; t += size) {
    tile[t] = first + t >= 2 ? a[first + t - 2] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
