// expect: wrong-answer
// why: The elements in their old order: only the shape is another one.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * t + x;
  size_t row = get_group_id(1) * t + y;
  if (column < width && row < height) out[row * width + column] = a[row * width + column];
}
