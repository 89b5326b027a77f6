// Reductions and scans of a sub-group.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: sum int[8]
// arg: most int[8]
// arg: least int[8]
// arg: before int[8]
// arg: until int[8]
// arg: fsum float[8]
// out: sum 6 6 6 6 22 22 22 22
// out: most 3 3 3 3 7 7 7 7
// out: least 0 0 0 0 -7 -7 -7 -7
// out: before 0 0 1 3 0 4 9 15
// out: until 0 1 3 6 4 9 15 22
// out: fsum 3 3 3 3 11 11 11 11
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *sum, __global int *most, __global int *least,
                   __global int *before, __global int *until, __global float *fsum) {
  int i = get_global_id(0);
  sum[i] = sub_group_reduce_add(i);
  most[i] = sub_group_reduce_max(i);
  least[i] = sub_group_reduce_min(i > 3 ? -i : i);
  before[i] = sub_group_scan_exclusive_add(i);
  until[i] = sub_group_scan_inclusive_add(i);
  fsum[i] = sub_group_reduce_add(0.5f * i);
}
