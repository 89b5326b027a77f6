// expect: runtime-error data-race
// why: The tile is read before others have filled it.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) tile[y * (size + 1) + x] = a[(top + y) * w + left + x];
  if (left + y < w && top + x < h) out[(left + y) * h + top + x] = tile[x * (size + 1) + y];
}
