// expect: wrong-answer
// why: The two numbers have changed places: 100 belongs to the group.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + 100 * l + group;
}
