// expect: wrong-answer
// why: Every sum is zero.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = 0;
}
