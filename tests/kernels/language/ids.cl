// Every id and size of a launch in two dimensions.
// launch: global 4,6 local 2,3
// arg: out int[8]
// expect: clean
// out: out 2 4 6 2 3 2 2 24

__kernel void test(__global int *out) {
  if (get_global_id(0) != 3 || get_global_id(1) != 5) return;
  out[0] = get_work_dim();
  out[1] = get_global_size(0);
  out[2] = get_global_size(1);
  out[3] = get_local_size(0);
  out[4] = get_local_size(1);
  out[5] = get_num_groups(0);
  out[6] = get_num_groups(1);
  out[7] = get_group_id(1) * 12 + (get_local_id(1) + 1) * 4;
}
