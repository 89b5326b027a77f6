// Everybody reads, and after a barrier one writes, turn after turn.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 6 6 6 6

__kernel void test(__global int *out) {
  __local int shared;
  int l = get_local_id(0), sum = 0;
  if (l == 0) shared = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < 3; turn++) {
    sum += shared;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == turn) shared = turn + 2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
