// expect: wrong-answer
// expect-steps: 2
// why: A group whose row is empty leaves and stores nothing; the row has a result all the same.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  if (row >= rows || start[row] == start[row + 1]) return;
  float sum = 0.0f;
  for (int e = start[row] + l; e < start[row + 1]; e += size) sum += value[e] * x[column[e]];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_way = size / 2; half_way > 0; half_way /= 2) {
    if (l < half_way) tile[l] += tile[l + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[row] = tile[0];
}
