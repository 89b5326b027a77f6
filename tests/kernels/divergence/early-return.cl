// A work-item that returns early leaves the others waiting.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  size_t l = get_local_id(0);
  out[l] = 0;
  if (l == 3) return;
  barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence other-line=-1
}
