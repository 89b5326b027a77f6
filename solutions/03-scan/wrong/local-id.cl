// expect: runtime-error data-race
// why: The local id begins again at 0 in each group, so that groups write each other's elements.

__kernel void scan(__global int *out, __global const int *a, uint n) {
  size_t i = get_local_id(0);
  if (i < n) out[i] = 2 * a[i] + 1;
}
