// Each work-item takes a piece of the row in one run instead of every size-th element: right, but not coalesced.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  float sum = 0.0f;
  if (row < rows) {
    int begin = start[row], end = start[row + 1];
    int me = l, all = size, piece = (end - begin + all - 1) / all;
    int first = begin + me * piece, last = min(first + piece, end);
    for (int e = first; e < last; e++) sum += value[e] * x[column[e]];
  }
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; size > 1; size = (size + 1) / 2) {
    size_t lower = (size + 1) / 2;
    if (l + lower < size) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0 && row < rows) out[row] = tile[0];
}
