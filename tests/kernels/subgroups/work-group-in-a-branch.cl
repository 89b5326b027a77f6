// A function of the whole group that a work-item does not reach.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: out int[8]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = 0;
  if (i == 6) return;
  out[i] = work_group_reduce_add(i);  // expect: barrier-divergence
}
