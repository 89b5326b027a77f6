// expect: wrong-answer
// why: Nothing is written: after the return nobody is left for whom the second test is true.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  if (i >= n) out[i] = a[i] + 10.0f;
}
