// Those without an element leave first.

__kernel void scan(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  out[i] = 2 * a[i] + 1;
}
