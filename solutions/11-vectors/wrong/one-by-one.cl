// expect: over-budget
// why: Right, but each of the four elements is an access of its own.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  for (size_t j = 4 * i; j < min(4 * i + 4, (size_t)n); j++) out[j] = a[j] * (1 + j % 4);
}
