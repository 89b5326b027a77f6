// In a short row only as many work-items as it has elements take part in the reduction.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l < width) {
    int sum = a[row * width + l];
    for (size_t column = l + size; column < width; column += size) sum += a[row * width + column];
    tile[l] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = min(size, (size_t)width); count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l < count / 2) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[row] = tile[0];
}
