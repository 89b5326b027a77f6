// expect: wrong-answer
// why: Each tile is turned, but goes to the place it came from instead of the mirrored one.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * t + x;
  size_t row = get_group_id(1) * t + y;
  if (column < width && row < height) tile[y * t + x] = a[row * width + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (column < height && row < width) {
    size_t from = x * t + y;
    bool exists = get_group_id(0) * t + y < width && get_group_id(1) * t + x < height;
    out[row * height + column] = exists ? tile[from] : 0;
  }
}
