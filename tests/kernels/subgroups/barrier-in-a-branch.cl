// A sub-group's barrier that not all of it reach.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  if (l == 5) return;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);  // expect: barrier-divergence
}
