// expect: wrong-answer
// why: All elements are added up, whether they are in the window or not.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  int sum = 0;
  for (uint at = 0; at < n; at++) sum += a[at];
  if (i < n) out[i] = sum;
}
