// Sub-groups of 8 in a group of 20: the last one is smaller.
// options: -cl-std=CL3.0
// launch: global 20 local 20
// subgroup: 8
// arg: id int[20]
// arg: lane int[20]
// arg: size int[20]
// arg: all int[2]
// out: id 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 2 2 2 2
// out: lane 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3
// out: size 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 4 4 4 4
// out: all 3 8
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *id, __global int *lane, __global int *size, __global int *all) {
  size_t i = get_global_id(0);
  id[i] = get_sub_group_id();
  lane[i] = get_sub_group_local_id();
  size[i] = get_sub_group_size();
  if (i == 0) {
    all[0] = get_num_sub_groups();
    all[1] = get_max_sub_group_size();
  }
}
