// A variable of the whole program in global memory is refused by name and line.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: output int out 1
__global int counter;  // expect: compile-error
__kernel void test(__global int *out) { out[0] = counter; }
