// Which work-item takes which element is the kernel's own choice.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_size(0) - 1 - get_global_id(0);
  out[i] = a[i] + 10.0f;
}
