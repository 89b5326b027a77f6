// Two barriers in branches that an optimiser would merge are still two.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  size_t l = get_local_id(0);
  out[l] = 1;
  if (l < 2)
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  else
    barrier(CLK_LOCAL_MEM_FENCE); // may: barrier-divergence
}
