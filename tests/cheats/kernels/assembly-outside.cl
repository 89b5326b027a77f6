// expect: compile-error
// why: Assembly outside of functions.

__asm__(".globl early\nearly: ret\n");
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
