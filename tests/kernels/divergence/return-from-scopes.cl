// The finding names the return that was taken, out of loops and blocks with variables of their own.
// launch: global 4 local 4
// arg: out int[4]
// arg: n int=3

__kernel void test(__global int *out, int n) {
  int l = get_local_id(0);
  out[l] = 0;
  for (int k = 0; k < n; k++) {
    int twice = 2 * k;
    if (twice == 2) {
      int other = l + k;
      if (other == 4) return;
    }
    if (twice > 100) return;
  }
  barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence other-line=-4
}
