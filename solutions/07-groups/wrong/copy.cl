// expect: wrong-answer
// why: A copy: nothing of the group is added. It is right for element 0 alone.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i];
}
