// Every work-item reads, the spare ones the last element; only the guarded write differs.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float value = a[min(i, (size_t)n - 1)];
  if (i < n) out[i] = value + 10.0f;
}
