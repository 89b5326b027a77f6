// A reduction of the whole sub-group in a branch that half of it takes.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = 0;
  if (i % 2) out[i] = sub_group_reduce_add(i);  // expect: barrier-divergence
}
