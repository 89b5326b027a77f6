// ?: evaluates only the side that it chooses.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  int i = get_global_id(0);
  float sum = i < (int)n ? a[i] + 10.0f : 0.0f;
  if (i < (int)n) out[i] = sum;
}
