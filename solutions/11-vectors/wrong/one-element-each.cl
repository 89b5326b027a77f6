// expect: wrong-answer
// why: Each work-item takes one element, and three quarters of the array are left.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] * (1 + i % 4);
}
