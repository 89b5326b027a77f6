// Reading back one's own output is fine: a work-item sees its own writes.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i];
  out[i] += b[i];
}
