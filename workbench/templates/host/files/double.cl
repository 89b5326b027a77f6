// out[i] = 2 * a[i] + 1 for the n elements that there are.
__kernel void double_and_one(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = 2 * a[i] + 1;
}
