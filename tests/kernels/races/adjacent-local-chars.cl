// The same in local memory, written and read back by a neighbour after a barrier.
// launch: global 8 local 8
// arg: out short[8]
// expect: clean
// out: out 1 2 3 4 5 6 7 0

__kernel void test(__global short *out) {
  __local uchar tile[8];
  size_t l = get_local_id(0);
  tile[l] = (uchar)l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = tile[(l + 1) % 8];
}
