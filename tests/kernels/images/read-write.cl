// Images that are read and written in one kernel are OpenCL 2.0's.
kernel void test(read_write image2d_t i, global float4 *x) {  // expect: compile-error
  x[0] = read_imagef(i, (int2)(0, 0));
}
