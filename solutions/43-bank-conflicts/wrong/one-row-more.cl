// expect: over-budget
// why: Right, but the tile has a row more instead of a column more: its rows still are 32 long.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  __local int own[33][32];
  if (top + y < h && left + x < w) own[y][x] = a[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + y < w && top + x < h) out[(left + y) * h + top + x] = own[x][y];
}
