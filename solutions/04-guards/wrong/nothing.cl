// expect: wrong-answer
// why: Nothing is written.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
}
