// Where nothing is said, a sub-group has 32 work-items; of two dimensions, rows come first.
// options: -cl-std=CL2.0
// launch: global 8,8 local 8,8
// arg: id int[64]
// out: id 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *id) {
  id[get_global_id(1) * 8 + get_global_id(0)] = get_sub_group_id();
}
