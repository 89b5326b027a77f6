// Some wait at a barrier, some in a function of the group.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  if (i < 2)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    out[i] = work_group_reduce_add(i);  // expect: barrier-divergence other-line=-2
}
