// expect: wrong-answer
// why: Nothing is written.

__kernel void layernorm_linear(__global float *out, __global const float *x,
                               __global const float *scale, __global const float *shift,
                               __global const float *weights, __global const float *bias,
                               __local float *row, __local float *tile, int width, int m) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
}
