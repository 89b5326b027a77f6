// expect: wrong-answer
// why: The pairs are (first, last), (second, last but one) and so on.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[get_global_size(0) - 1 - i];
}
