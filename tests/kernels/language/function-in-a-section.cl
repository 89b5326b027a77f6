// A function with a place of its own in the program's file
// launch: global 1
// arg: out int[1]
__attribute__((section(".init"))) int one(void) { return 1; }  // expect: compile-error
__kernel void test(__global int *out) { out[0] = one(); }
