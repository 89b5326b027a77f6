// expect: runtime-error data-race
// expect-line: 11
// why: The row is made with the size of dimension 0. Where groups are wider than high, rows between two groups are left out; where they are higher than wide, groups overlap.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_group_id(0) * get_local_size(0) + get_local_id(0);
  size_t row = get_group_id(1) * get_local_size(0) + get_local_id(1);
  size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  size_t place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  size_t i = row * width + column;
  if (column < width && row < height) out[i] = a[i] + 100 * group + place;
}
