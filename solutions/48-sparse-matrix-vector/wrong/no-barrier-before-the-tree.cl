// expect: runtime-error data-race
// why: The tree begins before all parts are in the tile.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  float sum = 0.0f;
  if (row < rows) {
    int end = start[row + 1];
    for (int e = start[row] + l; e < end; e += size) sum += value[e] * x[column[e]];
  }
  tile[l] = sum;
  for (; size > 1; size = (size + 1) / 2) {
    size_t lower = (size + 1) / 2;
    if (l + lower < size) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0 && row < rows) out[row] = tile[0];
}
