// expect: wrong-answer
// why: Every sum is zero.

__kernel void dot_product(__global float *out, __global const float *a, __global const float *b,
                          __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l == 0) out[get_group_id(0)] = 0.0f;
}
