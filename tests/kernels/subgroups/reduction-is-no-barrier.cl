// Reductions wait, but they order no memory.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]
// emulator-only: other devices have other widths

__kernel void test(__global int *out) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = l;
  int sum = sub_group_reduce_add(l);
  out[l] = sum + tile[l ^ 3];  // expect: data-race array=tile other-line=-2
}
