// sub_group_barrier orders the local memory of a sub-group's work-items.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]
// out: out 3 2 1 0 7 6 5 4
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out) {
  __local int tile[8];
  int l = get_local_id(0);
  tile[l] = l;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l ^ 3];
}
