// expect: wrong-answer
// why: The width divided by that of a group leaves out the group that the matrix fills only in part. The launch has it.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t group = get_group_id(1) * (width / get_local_size(0)) + get_group_id(0);
  size_t place = get_local_id(1) * get_local_size(0) + get_local_id(0);
  size_t i = row * width + column;
  if (column < width && row < height) out[i] = a[i] + 100 * group + place;
}
