// After a barrier with the right fence the plain read is fine within a group.
// launch: global 4 local 4
// arg: x int[1]=zeros
// arg: out int[4]
// expect: clean
// out: out 4 4 4 4

__kernel void test(__global int *x, __global int *out) {
  size_t i = get_global_id(0);
  atomic_inc(x);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = x[0];
}
