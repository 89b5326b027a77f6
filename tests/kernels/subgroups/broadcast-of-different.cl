// All must name the same work-item to broadcast from.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = sub_group_broadcast(i, i / 2);  // expect: barrier-divergence
}
