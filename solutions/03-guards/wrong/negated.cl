// expect: wrong-answer
// why: The guard is the wrong way round, and then written to be harmless.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  if (i >= n) out[i] = a[i] + 10.0f;
}
