// expect: compile-error
// why: Includes a file of the machine.

#include "/etc/passwd"
__kernel void map(__global float *out, __global const float *a) { out[0] = a[0]; }
