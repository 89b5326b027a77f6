// expect: wrong-answer
// why: Every element gets zero.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) out[i] = 0.0f;
}
