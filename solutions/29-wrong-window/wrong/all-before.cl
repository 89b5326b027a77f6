// expect: wrong-answer
// why: The window ends at i; it should lie around it.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - (k - 1);
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) sum += a[at];
    }
    out[i] = sum;
  }
}
