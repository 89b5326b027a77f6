// expect: runtime-error out-of-bounds
// why: Work-items beyond the row's end read the next row, and after the last row what is not theirs.
// expect-line: 9

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = a[row * width + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t count = size; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }
  if (l == 0) out[row] = tile[0];
}
