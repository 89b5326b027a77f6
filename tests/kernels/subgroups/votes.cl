// All, any, broadcast, ballot and its bits.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 8
// arg: out int[8]
// arg: bits uint[4]
// arg: count int[8]
// out: out 1 0 1 0 50 1 7 3
// out: bits 170 0 0 0
// out: count 0 0 1 1 2 2 3 3
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out, __global uint *bits, __global int *count) {
  int i = get_global_id(0);
  int all = sub_group_all(i < 8), none = sub_group_all(i < 7);
  int any = sub_group_any(i == 3), no = sub_group_any(i == 8);
  int five = sub_group_broadcast(i * 10, 5);
  uint4 odd = sub_group_ballot(i & 1);
  count[i] = sub_group_ballot_exclusive_scan(odd);
  if (i == 0) {
    out[0] = all;
    out[1] = none;
    out[2] = any;
    out[3] = no;
    out[4] = five;
    out[5] = sub_group_ballot_find_lsb(odd);
    out[6] = sub_group_ballot_find_msb(odd);
    out[7] = sub_group_ballot_bit_count(odd) - 1;
    vstore4(odd, 0, bits);
  }
}
