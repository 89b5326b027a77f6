// Element, group and place are all numbered row by row: the
// number of the row times the length of a row, plus the
// number in the row.

__kernel void groups_2d(
    __global int *out,
    __global const int *a,
    uint width, uint height) {
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t column = get_group_id(0) * get_local_size(0) + x;
  size_t row = get_group_id(1) * get_local_size(1) + y;

  if (column < width && row < height) {
    size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    size_t place = y * get_local_size(0) + x;
    size_t i = row * width + column;
    out[i] = a[i] + 100 * group + place;
  }
}
