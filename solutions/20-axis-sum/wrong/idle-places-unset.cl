// expect: runtime-error uninitialized-read
// why: In a short row some work-items have no share and leave their place in the tile unwritten; the reduction reads it.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l < width) {
    int sum = 0;
    for (size_t column = l; column < width; column += size) sum += a[row * width + column];
    tile[l] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = size; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[row] = tile[0];
}
