// expect: compile-error
// why: Includes a descriptor that the judge may have open.

#include "/proc/self/fd/3"
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
