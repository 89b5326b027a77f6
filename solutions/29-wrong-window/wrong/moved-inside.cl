// expect: wrong-answer
// why: At the beginning the window is moved into the array instead of being cut off, so it has elements that are not its own.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (i < n) {
    int first = max(i - (k - 1) / 2, 0);
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at < n) sum += a[at];
    }
    out[i] = sum;
  }
}
