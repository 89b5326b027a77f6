// In a loop that some leave earlier, those that go on meet turn by turn, all of them behind it.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 4
// arg: out int[4]
// arg: behind int[4]
// out: out 4 7 8 9
// out: behind 15 15 15 15
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out, __global int *behind) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k <= i; k++) {
    if (k == 1 && i == 1) continue;
    sum += sub_group_ballot_bit_count(sub_group_ballot(1));
  }
  if (i == 1) sum += 3;
  out[i] = sum;
  behind[i] = sub_group_ballot(1).x;
}
