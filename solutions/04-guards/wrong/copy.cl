// expect: wrong-answer
// why: Guarded, but the 10 is forgotten.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i];
}
