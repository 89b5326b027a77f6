// expect: wrong-answer
// why: The guard knows the visible case's size only.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < 4) out[i] = a[i] + 10.0f;
}
