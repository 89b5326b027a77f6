// Odd-even transposition sort with a barrier a round.
// launch: global 8 local 8
// arg: x int[8]=(5,2,7,1,8,3,6,4)
// arg: tile local int[8]
// expect: clean
// out: x 1 2 3 4 5 6 7 8

__kernel void test(__global int *x, __local int *tile) {
  int l = get_local_id(0);
  tile[l] = x[l];
  for (int round = 0; round < 8; round++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % 2 == round % 2 && l < 7 && tile[l] > tile[l + 1]) {
      int kept = tile[l];
      tile[l] = tile[l + 1];
      tile[l + 1] = kept;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  x[l] = tile[l];
}
