// expect: wrong-answer
// why: Every sum is 0.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) out[get_group_id(0)] = 0;
}
