// expect: runtime-error uninitialized-read
// why: += reads the output before anybody has written it.
// expect-line: 7

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] += a[i];
  out[i] += b[i];
}
