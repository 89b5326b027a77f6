__kernel void vector_addition(__global float *out, __global const float *a, __global const float *b,
                              int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}
