// The local fence does not order global memory.
// launch: global 4 local 4
// arg: x int[4]=zeros
// arg: out int[4]

__kernel void test(__global int *x, __global int *out) {
  size_t l = get_local_id(0);
  x[l] = (int)l + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = x[(l + 1) % 4]; // expect: data-race cause=fence other-line=-2
}
