// The window is cut at both ends of the array first; then the loop needs no test.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i >= n) return;
  int first = max(i - (k - 1) / 2, 0);
  int last = min(i + k / 2, n - 1);
  int sum = 0;
  for (int at = first; at <= last; at++) sum += a[at];
  out[i] = sum;
}
