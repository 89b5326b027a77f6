// expect: runtime-error read-only-write
// why: The sum is built in the second input.
// expect-line: 8

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  __global float *sum = (__global float *)b;
  sum[i] += a[i];
  out[i] = sum[i];
}
