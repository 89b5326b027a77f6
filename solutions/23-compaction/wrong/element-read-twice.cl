// expect: over-budget
// why: Right, but a kept element is read twice: once to compare it and once to copy it.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n && a[i] > 0) out[atomic_inc(count)] = a[i];
}
