// Barriers in the cases of a switch.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  switch (l) {
  case 0:
    out[l] = 1;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
    break;
  default:
    out[l] = 2;
  }
}
