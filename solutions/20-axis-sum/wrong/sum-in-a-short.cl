// expect: wrong-answer
// why: Each share of the row is added up in a short.

__kernel void axis_sum(
    __global int *out,
    __global const int *a,
    __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  short sum = 0;
  for (size_t column = l; column < width; column += size) {
    sum += a[row * width + column];
  }
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (size_t count = size; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] += tile[l + upper];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }

  if (l == 0) {
    out[row] = tile[0];
  }
}
