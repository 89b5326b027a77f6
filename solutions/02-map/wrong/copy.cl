// expect: wrong-answer
// why: The input is copied and the 10 forgotten.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = a[i];
}
