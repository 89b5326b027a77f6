// Scratch memory in a global output, written before it is read.
// launch: global 4 local 4
// arg: scratch int[4]
// arg: out int[4]
// expect: clean
// out: out 4 3 2 1

__kernel void test(__global int *scratch, __global int *out) {
  size_t l = get_local_id(0);
  scratch[l] = (int)l + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[l] = scratch[3 - l];
}
