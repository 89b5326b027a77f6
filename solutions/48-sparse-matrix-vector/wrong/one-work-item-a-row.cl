// expect: over-budget
// why: Right, but one work-item adds up a whole row. A long row keeps it busy while all others have long ended.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t i = get_global_id(0);
  if (i >= rows) return;
  float sum = 0.0f;
  int end = start[i + 1];
  for (int e = start[i]; e < end; e++) sum += value[e] * x[column[e]];
  out[i] = sum;
}
