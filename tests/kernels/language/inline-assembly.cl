// Assembly is no OpenCL C.
kernel void test(global int *x) {
  __asm__("nop");  // expect: compile-error
  x[0] = 1;
}
