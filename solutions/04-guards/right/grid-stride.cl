// A loop whose step is the global size: right for any number of work-items.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = a[i] + 10.0f;
}
