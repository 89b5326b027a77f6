// First. out[i] = a[i] + 1.
__kernel void first(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}
