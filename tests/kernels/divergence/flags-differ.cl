// One barrier, but the work-items disagree on its fence.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  barrier(l == 0 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE); // expect: barrier-divergence
}
