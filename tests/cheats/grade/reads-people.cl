// expect: compile-error
// why: Includes the list of who is who.

#include "../../people.csv"
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
