// In OpenCL C 1.2 a variable of the program must be constant.
// launch: global 1 local 1
// arg: out int[1]
__global int counter;  // expect: compile-error
__kernel void test(__global int *out) { out[0] = counter; }
