// Row and column as the device gives them, and a guard for each.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width) return;
  if (row >= height) return;
  size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  size_t place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  out[row * width + column] = a[row * width + column] + 100 * group + place;
}
