// expect: compile-error
// why: Calls a function of the C library.

int getpid(void);
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f + getpid() * 0;
}
