// Begins with the element in the middle and goes to both sides.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int sum = a[i];
    for (int d = 1; d <= (k - 1) / 2 && d <= i; d++) sum += a[i - d];
    for (int d = 1; d <= k / 2 && i + d < n; d++) sum += a[i + d];
    out[i] = sum;
  }
}
