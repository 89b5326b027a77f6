// What is awaited has been set before a barrier.
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 1 1 1 1 1 1 1 1

__kernel void test(__global int *out) {
  __local int ready;
  int l = get_local_id(0);
  if (l == 0) ready = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_xchg(&ready, 1);
  barrier(CLK_GLOBAL_MEM_FENCE);
  while (atomic_or(&ready, 0) == 0) {
  }
  out[get_global_id(0)] = 1;
}
