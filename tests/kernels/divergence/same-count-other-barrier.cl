// As many barriers for all, but not the same ones in the same order.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  out[l] = l;
  if (l == 0) barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  out[l] += 1;
  if (l == 1) barrier(CLK_LOCAL_MEM_FENCE); // may: barrier-divergence
}
