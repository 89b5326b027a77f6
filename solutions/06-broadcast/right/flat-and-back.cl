// One number over all work-items, and the row and column out of that.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  if (i < width * height) out[i] = a[i % width] + b[i / width];
}
