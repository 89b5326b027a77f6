// expect: wrong-answer
// expect-steps: 1
// why: Only the first row is multiplied, whatever number the group has.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t l = get_local_id(0), size = get_local_size(0);
  float sum = 0.0f;
  for (int e = start[0] + l; e < start[1]; e += size) sum += value[e] * x[column[e]];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_way = size / 2; half_way > 0; half_way /= 2) {
    if (l < half_way) tile[l] += tile[l + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (get_global_id(0) == 0) out[0] = tile[0];
}
