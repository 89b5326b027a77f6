// A barrier inside a guard that some fail.
// launch: global 8 local 4
// arg: out int[6]
// arg: n uint=6

__kernel void test(__global int *out, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    out[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
  }
}
