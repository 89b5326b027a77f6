// expect: runtime-error data-race
// expect-line: 9
// why: Between the increment and the second look at the counter, others may have added to it: two work-items then see the same number.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n && a[i] > 0) {
    atomic_inc(count);
    out[count[0] - 1] = a[i];
  }
}
