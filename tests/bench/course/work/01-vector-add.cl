__kernel void vector_add(__global float *out, __global const float *a, __global const float *b,
                         const uint n) {
  const size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + b[i];
}
