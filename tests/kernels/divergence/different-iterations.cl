// The same barrier, as often for all, but not in the same iterations.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  for (int j = 0; j < 2; j++) {
    if (j == l) barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  }
}
