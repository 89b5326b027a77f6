// A local element that nobody wrote reaches the output.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  if (l < 3) tile[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l]; // expect: uninitialized-read array=tile index=3
}
