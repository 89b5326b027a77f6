// One number over all work-items, and the row and column out of that.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  if (i < width * height) out[i] = a[i] + 10.0f * (i / width);
}
