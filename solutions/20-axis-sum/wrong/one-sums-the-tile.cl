// expect: over-budget
// why: Right, but one work-item adds up the whole tile while the others look on.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int sum = 0;
  for (size_t column = l; column < width; column += size) sum += a[row * width + column];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int total = 0;
    for (size_t t = 0; t < size; t++) total += tile[t];
    out[row] = total;
  }
}
