// The size of b's element, added or taken away by its sign.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  float size = fabs(b[i]);

  out[i] = b[i] < 0.0f ? a[i] - size : a[i] + size;
}
