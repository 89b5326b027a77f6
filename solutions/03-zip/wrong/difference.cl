// expect: wrong-answer
// why: b is subtracted instead of added.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] - b[i];
}
