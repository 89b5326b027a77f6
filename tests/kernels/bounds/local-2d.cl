// A row too far in a two-dimensional __local array.
// launch: global 4,4 local 4,4
// arg: out int[16]

__kernel void test(__global int *out) {
  __local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 4 + x] = tile[y + 1][x]; // expect: out-of-bounds array=tile
}
