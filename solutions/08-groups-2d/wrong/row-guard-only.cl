// expect: runtime-error out-of-bounds
// expect-line: 11
// why: The columns past the end of a row are not kept out. They hit the next row, and in the last row they leave the matrix.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  size_t place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  size_t i = row * width + column;
  if (row < height) out[i] = a[i] + 100 * group + place;
}
