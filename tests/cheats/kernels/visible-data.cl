// expect: wrong-answer
// why: Knows the visible cases by heart.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0), n = get_global_size(0);
  if (n <= 8) out[i] = a[i] + 10.0f;
  else out[i] = 10.0f;
}
