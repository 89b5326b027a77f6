// expect: compile-error
// why: Embeds a file as data.

__constant unsigned char secret[] = {
#embed "/etc/passwd"
};
__kernel void map(__global float *out, __global const float *a) { out[0] = secret[0]; }
