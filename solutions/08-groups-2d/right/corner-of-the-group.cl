// Pointers to the upper left element of the group, and what is left of the matrix from there.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t left = get_group_id(0) * get_local_size(0), top = get_group_id(1) * get_local_size(1);
  size_t x = get_local_id(0), y = get_local_id(1);
  if (left + x >= width || top + y >= height) return;
  __global const int *from = a + top * width + left;
  __global int *to = out + top * width + left;
  int group = 100 * (get_group_id(0) + get_num_groups(0) * get_group_id(1));
  to[y * width + x] = from[y * width + x] + group + (x + get_local_size(0) * y);
}
