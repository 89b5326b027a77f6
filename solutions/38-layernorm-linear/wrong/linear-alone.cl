// expect: wrong-answer
// why: The row is not normalised at all.

__kernel void layernorm_linear(__global float *out, __global const float *x,
                               __global const float *scale, __global const float *shift,
                               __global const float *weights, __global const float *bias,
                               __local float *row, __local float *tile, int width, int m) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  for (int o = l; o < m; o += size) {
    float result = bias[o];
    for (int j = 0; j < width; j++) result += x[first + j] * weights[j * m + o];
    out[get_group_id(0) * m + o] = result;
  }
}
