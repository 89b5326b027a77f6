// The functions of a whole work-group.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: sum int[8]
// arg: scan int[8]
// arg: one int[8]
// arg: votes int[8]
// out: sum 6 6 6 6 22 22 22 22
// out: scan 0 1 3 6 4 9 15 22
// out: one 2 2 2 2 6 6 6 6
// out: votes 10 10 10 10 11 11 11 11
// emulator-only: optional in OpenCL 3.0, and PoCL 3.1 leaves it out
// expect: clean

__kernel void test(__global int *sum, __global int *scan, __global int *one, __global int *votes) {
  int i = get_global_id(0);
  sum[i] = work_group_reduce_add(i);
  scan[i] = work_group_scan_inclusive_add(i);
  one[i] = work_group_broadcast(i, 2);
  votes[i] = 10 * (work_group_any(i % 4 == 1) != 0) + (work_group_all(i > 3) != 0);
}
