// expect: runtime-error uninitialized-read
// why: It changes what it reads and leaves the other array as it was, where the second round then finds nothing.

__kernel void @entry@(__global int *out, __global int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) a[i] = 2 * a[i] + 1;
}
