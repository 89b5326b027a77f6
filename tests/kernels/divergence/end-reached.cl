// A barrier in a branch that others pass by: they have come to the kernel's end.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  if (l < 2)
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
}
