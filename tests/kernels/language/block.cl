// Blocks are refused by their line.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  int (^twice)(int) = ^(int x) { return 2 * x; }; // expect: compile-error
  out[0] = twice(3);
}
