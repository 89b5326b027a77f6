// A loop that waits at barriers lets the others go on.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 3 3 3 3

__kernel void test(__global int *out) {
  __local int flag;
  int l = get_local_id(0), turns = 0;
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (flag == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 2 && turns == 2) flag = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    turns++;
  }
  out[l] = turns;
}
