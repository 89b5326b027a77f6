// expect: wrong-answer
// why: The size of b's element is added and its sign forgotten.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);

  out[i] = a[i] + fabs(b[i]);
}
