// The other way round: from the place in the group to x and y, which need not be the local ids.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t place = get_local_id(0) * get_local_size(1) + get_local_id(1);
  size_t column = get_group_id(0) * get_local_size(0) + place % get_local_size(0);
  size_t row = get_group_id(1) * get_local_size(1) + place / get_local_size(0);
  size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  if (column < width && row < height)
    out[row * width + column] = a[row * width + column] + 100 * group + place;
}
