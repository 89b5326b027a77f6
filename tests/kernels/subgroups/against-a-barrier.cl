// One work-item waits at the barrier of the group, the others for it in their sub-group.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = 0;
  if (i != 2) out[i] = sub_group_reduce_add(i);  // expect: barrier-divergence other-line=+1
  barrier(CLK_LOCAL_MEM_FENCE);
}
