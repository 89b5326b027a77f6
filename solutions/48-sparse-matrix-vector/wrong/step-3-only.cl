// expect: runtime-error out-of-bounds
// expect-steps: 3
// why: There must be exactly as many groups as rows here, and their size a power of two.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  int end = start[row + 1];
  float sum = 0.0f;
  for (int e = start[row] + l; e < end; e += size) sum += value[e] * x[column[e]];
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t half_way = size / 2; half_way > 0; half_way /= 2) {
    if (l < half_way) tile[l] += tile[l + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[row] = tile[0];
}
