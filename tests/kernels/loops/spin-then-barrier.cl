// One work-item waits for what the others do only behind the barrier that it does not reach.
// launch: global 4 local 4
// arg: out int[4]
// limits: steps 100000

__kernel void test(__global int *out) {
  __local int flag;
  int l = get_local_id(0);
  if (l == 0) flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) {
    while (atomic_or(&flag, 0) == 0) { // expect: deadlock array=flag
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_xchg(&flag, 1);
  out[l] = 1;
}
