// expect: wrong-answer
// why: All elements are copied, kept or not.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i];
  if (i == 0) count[0] = (int)n;
}
