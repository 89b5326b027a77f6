// expect: wrong-answer
// why: Nothing is written.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
}
