// expect: wrong-answer
// why: Every element gets zero.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = 0.0f;
}
