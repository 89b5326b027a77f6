// An unsigned index before the start wraps round to a huge one, which the one test refuses.

__kernel void window_sum(__global int *out, __global const int *a, int n, int k) {
  uint i = get_global_id(0);
  if (i >= (uint)n) return;
  uint first = i - (k - 1) / 2;
  int sum = 0;
  for (uint at = first; at != first + k; at++) {
    if (at < (uint)n) sum += a[at];
  }
  out[i] = sum;
}
