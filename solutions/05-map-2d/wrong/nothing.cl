// expect: wrong-answer
// why: Nothing is written.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
}
