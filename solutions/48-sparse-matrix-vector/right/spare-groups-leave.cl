// A whole group without a row may leave before the barriers; work-item 0 then adds up the parts alone.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  if (row >= rows) return;
  float sum = 0.0f;
  int end = start[row + 1];
  for (int e = start[row] + l; e < end; e += size) sum = fma(value[e], x[column[e]], sum);
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 0) return;
  for (size_t other = 1; other < size; other++) sum += tile[other];
  out[row] = sum;
}
