// expect: wrong-answer
// why: The guard stops one element too early.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i + 1 < n) out[i] = a[i] + 10.0f;
}
