// expect: runtime-error out-of-bounds
// why: The tile begins again in every group; the place in it follows from the local id.
// expect-line: 9

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) {
    tile[i + 2] = a[i];
    if (l == 0) {
      tile[i] = i >= 2 ? a[i - 2] : 0;
      tile[i + 1] = i >= 1 ? a[i - 1] : 0;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[i] + tile[i + 1] + tile[i + 2];
}
