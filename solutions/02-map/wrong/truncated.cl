// expect: wrong-answer
// why: The cast drops what follows the decimal point; whole numbers hide it.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = (int)a[i] + 10;
}
