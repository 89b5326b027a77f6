// A transpose through a tile with its barrier.
// launch: global 4,4 local 2,2
// arg: out int[16]
// arg: a const int[16]=range
// expect: clean
// out: out 0 4 8 12 1 5 9 13 2 6 10 14 3 7 11 15

__kernel void test(__global int *out, __global const int *a) {
  __local int tile[2][3];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = 2 * get_group_id(0), gy = 2 * get_group_id(1);
  tile[ly][lx] = a[(gy + ly) * 4 + gx + lx];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx + ly) * 4 + gy + lx] = tile[lx][ly];
}
