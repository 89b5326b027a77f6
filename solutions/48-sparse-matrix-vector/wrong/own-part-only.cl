// expect: wrong-answer
// why: Work-item 0 stores its own part of the sum. Those of the others are never added.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  float sum = 0.0f;
  if (row < rows) {
    int end = start[row + 1];
    for (int e = start[row] + l; e < end; e += size) sum += value[e] * x[column[e]];
  }
  if (l == 0 && row < rows) out[row] = sum;
}
