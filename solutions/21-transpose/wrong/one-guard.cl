// expect: runtime-error data-race
// why: A flat index below the number of elements is no proof: behind the end of a row it is the start of the next.
// expect-line: 17

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * t + x;
  size_t row = get_group_id(1) * t + y;
  size_t out_column = get_group_id(1) * t + x;
  size_t out_row = get_group_id(0) * t + y;
  tile[y * t + x] = column < width && row < height ? a[row * width + column] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (out_row * height + out_column < width * height) {
    out[out_row * height + out_column] = tile[x * t + y];
  }
}
