// A guard that a whole group passes or fails together is no divergence.
// launch: global 8 local 4
// arg: out int[4]=zeros
// arg: n uint=4
// expect: clean
// out: out 1 1 1 1

__kernel void test(__global int *out, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = 1;
  }
}
