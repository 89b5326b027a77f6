__kernel void map(__global float *out, __global const float *a, __global int *c) {
  size_t i = get_global_id(0);
  out[i] = a[i] + 10.0f;
}
