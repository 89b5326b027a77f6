// Non-uniform functions are for those that take the branch, whatever the others do meanwhile.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 8
// arg: out int[8]
// arg: after int[8]
// out: out 12 4 12 4 12 4 12 4
// out: after 255 255 255 255 255 255 255 255
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out, __global int *after) {
  int i = get_global_id(0);
  if (i % 2 == 0)
    out[i] = sub_group_non_uniform_reduce_add(i);
  else
    out[i] = sub_group_ballot_bit_count(sub_group_ballot(1));
  after[i] = sub_group_ballot(1).x;
}
