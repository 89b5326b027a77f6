// expect: over-budget
// why: Right, and neighbours touch neighbours, but each element is an access of its own.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  for (size_t j = i; j < n; j += get_global_size(0)) out[j] = a[j] * (1 + j % 4);
}
