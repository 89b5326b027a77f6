// A row of a two-dimensional __local array ends where its type says, though the next one begins there.
// launch: global 4,4 local 4,4
// arg: out int[16]

__kernel void test(__global int *out) {
  __local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  int next = y < 3 ? tile[y][x + 1] : 0; // expect: out-of-bounds array=tile index=4
  out[y * 4 + x] = next;
}
