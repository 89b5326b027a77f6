// A barrier in a loop that some leave sooner.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = 0;
  for (int j = 0; j <= l; j++) {
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  }
}
