// expect: wrong-answer
// why: Every element is taken once, but by another work-item: neighbours in a group are as far apart as there are groups.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = l * get_num_groups(0) + group;
  if (i < n) out[i] = a[i] + 100 * group + l;
}
