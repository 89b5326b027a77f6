// expect: over-budget
// why: Right, but work-item 0 of each group goes over the row alone, and its neighbours look on.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0);
  if (get_local_id(0) > 0 || row >= rows) return;
  float sum = 0.0f;
  int end = start[row + 1];
  for (int e = start[row]; e < end; e++) sum += value[e] * x[column[e]];
  out[row] = sum;
}
