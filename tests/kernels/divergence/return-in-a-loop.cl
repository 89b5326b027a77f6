// A helper that returns out of a loop around its barrier.
// launch: global 4 local 4
// arg: out int[4]

int wait(int turns) {
  for (int j = 0; j < 4; j++) {
    if (j == turns) return j;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  }
  return 4;
}

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = wait(l);
}
