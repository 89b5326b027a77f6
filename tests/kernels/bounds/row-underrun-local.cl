// An index of -1 into a row is the end of the row before, and outside.
// launch: global 4,4 local 4,4
// arg: out int[16]

__kernel void test(__global int *out) {
  __local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  int before = y > 0 ? tile[y][x - 1] : 0; // expect: out-of-bounds array=tile index=-1
  out[y * 4 + x] = before;
}
