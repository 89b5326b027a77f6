// A ballot of 64 work-items has 64 bits.
// options: -cl-std=CL3.0
// launch: global 64 local 64
// subgroup: 64
// arg: out uint[4]
// out: out 4294967294 2147483647 0 0
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global uint *out) {
  int i = get_global_id(0);
  uint4 inner = sub_group_ballot(i > 0 && i < 63);
  if (i == 0) vstore4(inner, 0, out);
}
