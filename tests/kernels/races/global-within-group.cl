// With the global fence, a group may exchange through global memory.
// launch: global 8 local 4
// arg: x int[8]=zeros
// arg: out int[8]
// expect: clean
// out: out 1 2 3 0 5 6 7 4

__kernel void test(__global int *x, __global int *out) {
  size_t i = get_global_id(0), l = get_local_id(0);
  x[i] = (int)i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = x[i - l + (l + 1) % 4];
}
