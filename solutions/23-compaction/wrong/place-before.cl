// expect: runtime-error out-of-bounds
// expect-line: 9
// why: The atomic returns the counter before the addition, not after it: the first work-item gets 0, and writes before the array.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) out[atomic_inc(count) - 1] = value;
  }
}
