// Group and place in it are quotient and remainder of the global id.

__kernel void groups(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  size_t size = get_local_size(0);
  if (i < n) out[i] = a[i] + 100 * (i / size) + i % size;
}
