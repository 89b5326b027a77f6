// expect: wrong-answer
// why: Every element becomes zero.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) a[i] = 0;
}
