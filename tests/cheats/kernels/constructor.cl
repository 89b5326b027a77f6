// expect: compile-error
// why: Wants to run before the kernel.

__attribute__((constructor)) void early(void) { printf("early\n"); }
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
