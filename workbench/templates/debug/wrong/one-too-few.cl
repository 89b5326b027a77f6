// expect: wrong-answer
// why: The guard leaves out the last element now.

__kernel void @entry@(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i + 1 < n) out[i] = 2 * a[i] + 1;
}
