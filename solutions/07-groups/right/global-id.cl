// The device has computed the global id already.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  out[i] = a[i] + 100 * get_group_id(0) + get_local_id(0);
}
