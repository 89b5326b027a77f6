// expect: wrong-answer
// why: An infinite value is within no tolerance.

__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[0] * 0.0f + INFINITY;
}
