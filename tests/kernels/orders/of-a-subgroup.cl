// Functions of sub-groups are not proven to be without an order.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]
// out: out 6 6 6 6 22 22 22 22
// order: open
// expect: clean

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void test(__global int *out) {
  out[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0));
}
