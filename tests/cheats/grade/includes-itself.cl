// expect: compile-error
// why: Includes itself, without an end.

#include __FILE__
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
