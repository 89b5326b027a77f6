// expect: wrong-answer
// why: NaN is not equal to anything, and must not be.

__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[0] * 0.0f + NAN;
}
