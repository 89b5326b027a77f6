// expect: wrong-answer
// why: The sizes of the first case are written down: 2 groups in a row, and 4 places in a row of a group.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t group = get_group_id(1) * 2 + get_group_id(0);
  size_t place = get_local_id(1) * 4 + get_local_id(0);
  size_t i = row * width + column;
  if (column < width && row < height) out[i] = a[i] + 100 * group + place;
}
