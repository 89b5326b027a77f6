// expect: wrong-answer
// why: The array itself: right for windows of one element alone.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) out[i] = a[i];
}
