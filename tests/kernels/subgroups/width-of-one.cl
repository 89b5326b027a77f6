// With a width of one every work-item is alone.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 1
// arg: out int[4]
// out: out 0 1 2 3
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  if (i > 0)
    out[i] = sub_group_reduce_add(i);
  else
    out[i] = sub_group_broadcast(i, 0);
}
