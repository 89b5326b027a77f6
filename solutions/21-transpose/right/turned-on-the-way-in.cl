// The turn may be made on the way into the tile as well.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * t + x;
  size_t row = get_group_id(1) * t + y;
  size_t out_column = get_group_id(1) * t + x;
  size_t out_row = get_group_id(0) * t + y;
  if (column < width && row < height) tile[x * t + y] = a[row * width + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (out_column < height && out_row < width) out[out_row * height + out_column] = tile[y * t + x];
}
