// Leaving early is a fine guard as long as no barrier follows.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  out[i] = a[i] + 10.0f;
}
