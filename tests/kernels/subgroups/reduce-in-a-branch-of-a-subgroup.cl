// A branch that whole sub-groups take is fine.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]
// out: out 0 0 0 0 22 22 22 22
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = 0;
  if (get_sub_group_id() == 1) out[i] = sub_group_reduce_add(i);
}
