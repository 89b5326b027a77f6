// One work-item of each group slides the window over the group's elements: it adds the element
// that comes in and takes away the one that goes out.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  int i = get_global_id(0);
  if (get_local_id(0) != 0) return;
  int first = i - (k - 1) / 2;
  int sum = 0;
  for (int at = max(first, 0); at < min(first + k, n); at++) sum += a[at];
  for (int end = min(i + (int)get_local_size(0), n); i < end; i++) {
    out[i] = sum;
    if (first >= 0) sum -= a[first];
    if (first + k < n) sum += a[first + k];
    first++;
  }
}
