// Waiting for a neighbour's local flag, which nobody sets.
// launch: global 2 local 2
// arg: out int[2]
// limits: steps 100000

__kernel void test(__global int *out) {
  __local volatile int flag;
  int l = get_local_id(0);
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_or((__local volatile int *)&flag, 0) == 0) { // expect: deadlock array=flag
  }
  out[l] = 1;
}
