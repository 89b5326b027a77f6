// expect: runtime-error out-of-bounds
// expect-line: 9
// why: The atomic returns what the counter was before, and that is the place itself; one more leaves place 0 empty.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) out[atomic_inc(count) + 1] = value;
  }
}
