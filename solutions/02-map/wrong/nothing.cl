// expect: wrong-answer
// why: Nothing is written.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
}
