// Two global buffers in turns within one group.
// launch: global 4 local 4
// arg: x int[4]=(1,2,3,4)
// arg: y int[4]=zeros
// expect: clean
// out: x 3 4 1 2

__kernel void test(__global int *x, __global int *y) {
  int l = get_local_id(0);
  for (int turn = 0; turn < 2; turn++) {
    __global int *from = turn == 0 ? x : y;
    __global int *to = turn == 0 ? y : x;
    to[l] = from[(l + 1) % 4];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
