// expect: wrong-answer
// why: The input itself: right for a kernel of one weight that is 1.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) out[i] = a[i];
}
