// The kernel asks for another group size than the launch has.
// launch: global 8 local 4
// arg: out int[8]
// expect: invalid-launch

__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void test(__global int *out) {
  out[get_global_id(0)] = 1;
}
