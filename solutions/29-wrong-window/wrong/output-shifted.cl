// expect: wrong-answer
// why: The sums are written one place further left: the last element has none.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - k / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) sum += a[at];
    }
    if (k % 2 == 1) out[i] = sum;
    else if (i > 0) out[i - 1] = sum;
  }
}
