// expect: runtime-error out-of-bounds
// why: It reads the matrix as if all zeros were stored, row after row.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  float sum = 0.0f;
  if (row < rows) {
    for (size_t c = l; c < rows; c += size) sum += value[row * rows + c] * x[c];
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
