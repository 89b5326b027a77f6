// A kernel that requires its group's size gets it.
// launch: global 4 local 2
// arg: out int[4]
// expect: clean
// out: out 2 2 2 2

__attribute__((reqd_work_group_size(2, 1, 1)))
__kernel void test(__global int *out) {
  out[get_global_id(0)] = (int)get_local_size(0);
}
