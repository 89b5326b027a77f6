// expect: compile-error
// why: Assembly in a function.

__kernel void map(__global float *out, __global const float *a) {
  __asm__ volatile("syscall");
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
