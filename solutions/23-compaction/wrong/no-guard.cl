// expect: runtime-error out-of-bounds
// expect-line: 7
// why: Work-items past the end of `a` read what is not theirs, and perhaps keep it.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  int value = a[i];
  if (value > 0) out[atomic_inc(count)] = value;
}
