// The window has one element of its own and k - 1 others;
// half of these, rounded down, lie before it.

__global__ void window_sum(
    int *out,
    const int *a,
    int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    int first = i - (k - 1) / 2;
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
