// expect: runtime-error uninitialized-read
// why: The private sum starts with whatever was in its register.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  float sum;
  sum += a[i];
  sum += b[i];
  out[i] = sum;
}
