// volatile and a fence are no order between work-items.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  __local volatile int cell;
  int l = get_local_id(0);
  if (l == 0) cell = 1; // expect: data-race array=cell other-line=+2
  mem_fence(CLK_LOCAL_MEM_FENCE);
  if (l == 1) out[1] = cell; // may: uninitialized-read
  out[0] = 0; // expect: data-race warning array=out
}
