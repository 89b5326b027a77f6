// Functions of sub-groups are not part of OpenCL C 1.2.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  out[0] = sub_group_reduce_add(1); // expect: compile-error
}
