// Constant memory cannot be written, whatever the cast.
// launch: global 1 local 1
// arg: out int[1]

__constant int table[2] = {1, 2};

__kernel void test(__global int *out) {
  out[0] = table[1];
  table[1] = 3; // expect: compile-error
}
