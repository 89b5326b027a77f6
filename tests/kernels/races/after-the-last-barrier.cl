// Writes of the first phase and reads of the last are ordered; others are not.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0);
  tile[l] = (int)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  int next = tile[(l + 1) % 4];
  tile[l] = next; // expect: data-race other-line=-1
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[l];
}
