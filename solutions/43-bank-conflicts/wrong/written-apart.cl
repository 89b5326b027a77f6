// expect: over-budget
// why: Right, but the tile is read in the order in which it was written, so neighbours write into different rows of `out`.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) tile[y * (size + 1) + x] = a[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (top + y < h && left + x < w) out[(left + x) * h + top + y] = tile[y * (size + 1) + x];
}
