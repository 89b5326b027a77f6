// The kernel gets the group size that it asks for; the largest group there is; the last that divides.
// launch: global 1024 local 1024
// arg: out int[1024]
// expect: clean

__kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void test(__global int *out) {
  out[get_global_id(0)] = 1;
}
