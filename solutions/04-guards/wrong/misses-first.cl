// expect: wrong-answer
// why: Written from memory of a 1-based language: element 0 is left out.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i > 0 && i < n) out[i] = a[i] + 10.0f;
}
