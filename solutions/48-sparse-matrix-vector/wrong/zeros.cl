// expect: wrong-answer
// why: Every row gets zero.

__kernel void multiply(__global float *out, __global const float *value, __global const int *column,
                       __global const int *start, __global const float *x, __local float *tile,
                       uint rows) {
  size_t row = get_group_id(0), l = get_local_id(0), size = get_local_size(0);
  if (l == 0 && row < rows) out[row] = 0.0f;
}
