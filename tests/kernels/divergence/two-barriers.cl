// Half of a group waits here, half there.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  size_t l = get_local_id(0);
  if (l < 2) {
    out[l] = 1;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  } else {
    out[l] = 2;
    barrier(CLK_LOCAL_MEM_FENCE); // may: barrier-divergence
  }
}
