// An exclusive scan begins with what changes nothing: the least or largest number there is.
// options: -cl-std=CL3.0
// launch: global 2 local 2
// subgroup: 2
// arg: a int[2]
// arg: b uint[2]
// arg: c long[2]
// out: a 2147483647 5
// out: b 0 5
// out: c -9223372036854775808 5
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *a, __global uint *b, __global long *c) {
  size_t i = get_global_id(0);
  a[i] = sub_group_scan_exclusive_min(5);
  b[i] = sub_group_scan_exclusive_max(5u);
  c[i] = sub_group_scan_exclusive_max(5L);
}
