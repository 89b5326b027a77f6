// expect: runtime-error out-of-bounds
// why: <= lets the element with the number n through, and there is none.
// expect-line: 12

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - (k - 1) / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at <= n) sum += a[at];
    }
    out[i] = sum;
  }
}
