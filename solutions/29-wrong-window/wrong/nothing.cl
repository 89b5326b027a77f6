// expect: wrong-answer
// why: Nothing is written.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  int first = i - (k - 1) / 2;
}
