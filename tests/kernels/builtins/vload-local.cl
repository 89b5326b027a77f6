// vload and vstore on local memory.
// launch: global 4 local 4
// arg: out int[16]
// arg: a const int[16]=range
// expect: clean
// out: out 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3

__kernel void test(__global int *out, __global const int *a) {
  __local int tile[16];
  size_t l = get_local_id(0);
  vstore4(vload4(l, a), l, tile);
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore4(vload4(3 - l, tile), l, out);
}
