// expect: wrong-answer
// why: A mask keeps the index in the first 1024 elements, as if there were never more.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);

  out[i] = a[i & 1023] + b[i & 1023];
}
