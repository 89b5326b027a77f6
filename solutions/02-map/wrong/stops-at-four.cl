// expect: wrong-answer
// why: It knows the visible case's size instead of trusting its own number.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  if (i < 4) out[i] = a[i] + 10.0f;
}
