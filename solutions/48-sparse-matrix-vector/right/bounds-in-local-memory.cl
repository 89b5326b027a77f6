// One work-item fetches the bounds of the row for all of its group.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  __local int bounds[2];
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  if (l == 0) bounds[0] = row < rows ? start[row] : 0;
  if (l == size - 1) bounds[1] = row < rows ? start[row + 1] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int e = bounds[0] + l; e < bounds[1]; e += size) sum += value[e] * x[column[e]];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; size > 1; size = (size + 1) / 2) {
    size_t lower = (size + 1) / 2;
    if (l + lower < size) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0 && row < rows) out[row] = tile[0];
}
