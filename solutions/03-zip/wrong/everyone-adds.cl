// expect: runtime-error data-race
// why: Every work-item updates the one element out[0] on its way.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[0] = a[i] + b[i];
  out[i] = a[i] + b[i];
}
