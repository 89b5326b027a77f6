// Transposes without a barrier: work-items read what others are still to write.
__kernel void transpose(__global int *out, __global const int *a) {
  __local int tile[4][4];
  size_t x = get_local_id(0), y = get_local_id(1);
  size_t column = get_global_id(0), row = get_global_id(1);
  tile[y][x] = a[row * 8 + column];
  out[(get_group_id(0) * 4 + y) * 4 + x] = tile[x][y];
}
