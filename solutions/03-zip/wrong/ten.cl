// expect: wrong-answer
// why: The answer of the puzzle before this one.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + 10.0f;
}
