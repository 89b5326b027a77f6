// expect: wrong-answer
// why: In front of a group there are not `get_global_size(0)` work-items for each group before it: that is the size of the whole launch. Group 1 already finds no element.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = group * get_global_size(0) + l;
  if (i < n) out[i] = a[i] + 100 * group + l;
}
