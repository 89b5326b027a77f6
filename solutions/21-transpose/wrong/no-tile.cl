// expect: over-budget
// why: Right, but the writes of neighbouring work-items lie a whole row apart, each in a piece of memory of its own.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * t + x;
  size_t row = get_group_id(1) * t + y;
  if (column < width && row < height) out[column * height + row] = a[row * width + column];
}
