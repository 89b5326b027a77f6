// Dimensions that a launch does not have: ids are 0, sizes 1.
// launch: global 4 local 2
// arg: out int[6]
// expect: clean
// out: out 0 1 0 1 0 1

__kernel void test(__global int *out) {
  if (get_global_id(0) != 3) return;
  out[0] = get_global_id(1);
  out[1] = get_global_size(1);
  out[2] = get_local_id(2);
  out[3] = get_local_size(2);
  out[4] = get_group_id(2);
  out[5] = get_num_groups(2);
}
