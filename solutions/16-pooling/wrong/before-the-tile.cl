// expect: runtime-error out-of-bounds
// why: The guard asks for the place in the array, and the access is to the tile: a group's first work-item has a left neighbour in the array and none in the tile.
// expect-line: 12

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    int sum = tile[l];
    if (i >= 1) sum += tile[l - 1];
    if (i >= 2) sum += tile[l - 2];
    out[i] = sum;
  }
}
