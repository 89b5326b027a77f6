// A function that the linker might replace
// launch: global 1
// arg: out int[1]
__attribute__((weak)) int one(void) { return 1; }  // expect: compile-error
__kernel void test(__global int *out) { out[0] = one(); }
