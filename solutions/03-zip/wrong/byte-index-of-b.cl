// expect: wrong-answer
// why: An index of eight bits starts again at 0 after 255.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  uchar of_b = i;

  out[i] = a[i] + b[of_b];
}
