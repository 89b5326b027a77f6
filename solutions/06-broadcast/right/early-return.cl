// Two guards, one a dimension, and what remains is one line.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= width) return;
  if (y >= height) return;
  out[y * width + x] = b[y] + a[x];
}
