// An element that three work-items read is written by a fourth in the next turn of the loop.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int shared[2];
  int l = get_local_id(0), sum = 0;
  if (l < 2) shared[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int turn = 0; turn < 3; turn++) {
    if (l != turn) sum += shared[0];
    if (l == turn + 1) shared[0] = 5; // expect: data-race array=shared other-line=-1
  }
  out[l] = sum;
}
