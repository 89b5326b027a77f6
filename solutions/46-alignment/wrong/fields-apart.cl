// expect: wrong-answer
// why: The fields of a record lie side by side here, not each in an array of its own.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + 2 * a[n + i] + 3 * a[2 * n + i];
}
