// Group and place are quotients and remainders of the global ids.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  uint column = get_global_id(0), row = get_global_id(1);
  uint across = get_local_size(0), down = get_local_size(1);
  uint groups = get_global_size(0) / across;
  if (column >= width || row >= height) return;
  uint i = row * width + column;
  out[i] = a[i] + 100 * (row / down * groups + column / across) + row % down * across + column % across;
}
