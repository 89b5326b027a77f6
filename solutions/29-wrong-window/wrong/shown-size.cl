// expect: wrong-answer
// why: The window of 4 is treated as an exception; every other even length is as wrong as before.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = i - k / 2 + (k == 4);
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) sum += a[at];
    }
    out[i] = sum;
  }
}
