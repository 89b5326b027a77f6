// Wrong Window. out[i] is the sum of the k
// elements of the window around a[i], as
// far as there are such elements. Of the
// window, (k - 1) / 2 elements lie before
// a[i] and k / 2 after it.
//
// There is one mistake in this kernel.

__kernel void window_sum(
    __global int *out,
    __global const int *a,
    int n, int k) {
  int i = get_global_id(0);

  if (i < n) {
    int first = i - k / 2;
    int sum = 0;
    for (int j = 0; j < k; j++) {
      int at = first + j;
      if (at >= 0 && at < n) {
        sum += a[at];
      }
    }
    out[i] = sum;
  }
}

// It must work for k = 1 to 64, n = 1 to
// 70,000, groups of 1 to 256 work-items, up
// to 1 more group than needed; a: -1,000,000
// to 1,000,000.
