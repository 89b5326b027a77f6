// A pointer into memory that only the host's processor has
// launch: global 1
// arg: out int[1]
typedef __attribute__((address_space(257))) int of_a_thread;
__kernel void test(__global int *out) {
  out[0] = *(of_a_thread *)40;  // expect: compile-error
}
