// expect: compile-error
// why: Hides the name in a macro.

#define FILE "/etc/passwd"
#include FILE
__kernel void map(__global float *out, __global const float *a) { out[0] = a[0]; }
