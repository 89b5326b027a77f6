// expect: over-budget
// why: Right, but each work-item counts all elements before its own: n squared reads where one for each element would do.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  int value = a[i], place = 0;
  for (size_t j = 0; j < i; j++) place += a[j] > 0;
  if (value > 0) out[place] = value;
  if (i == n - 1) count[0] = place + (value > 0);
}
