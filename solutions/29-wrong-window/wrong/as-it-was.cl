// expect: wrong-answer
// why: Of a window of 4 two elements lie before the middle one, where there should be one.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - k / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) sum += a[at];
    }
    out[i] = sum;
  }
}
