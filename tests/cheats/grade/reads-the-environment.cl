// expect: compile-error
// why: Includes the environment of the process that reads it.

#include "/proc/self/environ"
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
