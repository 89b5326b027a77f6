// In-place reversal over the whole array: one group reads what another overwrites.
// launch: global 8 local 4
// arg: x int[8]=range

__kernel void test(__global int *x) {
  int i = get_global_id(0);
  int other = x[7 - i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  x[i] = other; // expect: data-race cause=other-group other-line=-2
}
