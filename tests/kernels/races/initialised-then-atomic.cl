// The same with the barrier.
// launch: global 4 local 4
// arg: out int[1]
// expect: clean
// out: out 4

__kernel void test(__global int *out) {
  __local int count;
  int l = get_local_id(0);
  if (l == 0) count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = count;
}
