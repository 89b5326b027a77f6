// Nor does the global fence order local memory.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  tile[l] = (int)l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[l] = tile[(l + 1) % 4]; // expect: data-race cause=fence other-line=-2
}
