// One helper's barrier called from two branches: two barriers, each in its branch.
// launch: global 4 local 4
// arg: out int[4]

void wait(void) {
  barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
}

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  if (l < 2)
    wait();
  else
    wait();
}
