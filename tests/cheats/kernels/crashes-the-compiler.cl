// expect: compile-error
// why: A pragma of clang's own tests that makes it crash.

#pragma clang __debug crash
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
