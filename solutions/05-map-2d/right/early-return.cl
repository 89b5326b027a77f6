// Two guards, one a dimension.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= (int)width) return;
  if (y >= (int)height) return;
  out[y * width + x] = a[y * width + x] + (float)(10 * y);
}
