// expect: compile-error
// why: Calls a number as a function.

__kernel void map(__global float *out, __global const float *a) {
  void (*jump)(void) = (void (*)(void))0x400000;
  jump();
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
