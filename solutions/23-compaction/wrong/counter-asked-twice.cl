// expect: runtime-error order-dependence
// why: Both looks at the counter are atomic, but what happens between them is not: another work-item may count, and then both see the same number.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) {
      atomic_inc(count);
      int place = atomic_add(count, 0) - 1;
      out[place] = value;
    }
  }
}
