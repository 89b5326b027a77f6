// A barrier does not order one group with another.
// launch: global 8 local 4
// arg: x int[8]=range
// arg: out int[8]

__kernel void test(__global int *x, __global int *out) {
  size_t i = get_global_id(0);
  x[i] = (int)i + 100;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = x[(i + 4) % 8]; // expect: data-race cause=other-group other-line=-2
}
