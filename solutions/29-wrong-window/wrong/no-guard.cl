// expect: runtime-error out-of-bounds
// why: Work-items without an element write a sum all the same.
// expect-line: 14

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  {
    int first = i - (k - 1) / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) sum += a[at];
    }
    out[i] = sum;
  }
}
