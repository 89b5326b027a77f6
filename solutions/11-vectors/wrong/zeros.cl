// expect: wrong-answer
// why: Every element gets zero.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  for (size_t j = 4 * i; j < min(4 * i + 4, (size_t)n); j++) out[j] = 0.0f;
}
