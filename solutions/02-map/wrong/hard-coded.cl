// expect: wrong-answer
// why: The answer of the visible case, made from the id; the input is never read.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = 10.0f + (float)i;
}
