// expect: wrong-answer
// why: Nothing is added.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int product = i < n ? a[i] * b[i] : 0;
}
