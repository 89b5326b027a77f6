// One of those that are there is elected.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]=zeros
// out: out 0 0 1 0 0 0 1 0
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  if (i % 4 >= 2 && sub_group_elect()) out[i] = 1;
}
