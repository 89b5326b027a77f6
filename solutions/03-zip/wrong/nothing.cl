// expect: wrong-answer
// why: Nothing is written.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
}
