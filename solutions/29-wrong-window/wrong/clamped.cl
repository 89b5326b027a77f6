// expect: wrong-answer
// why: Beyond the ends the first or the last element is added again and again.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - (k - 1) / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      sum += a[clamp(at, 0, n - 1)];
    }
    out[i] = sum;
  }
}
