// expect: wrong-answer
// why: The local id picks b's element: right in the first group alone.

__kernel void zip(__global float *out, __global const float *a, __global const float *b) {
  size_t i = get_global_id(0);
  out[i] = a[i] + b[get_local_id(0)];
}
