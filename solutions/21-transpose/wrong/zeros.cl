// expect: wrong-answer
// why: Every element is zero.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t out_column = get_group_id(1) * t + x;
  size_t out_row = get_group_id(0) * t + y;
  if (out_column < height && out_row < width) out[out_row * height + out_column] = 0;
}
