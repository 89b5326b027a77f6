// Atomic updates of local memory are counted as well.
// launch: global 32 local 32
// arg: out int[1]
// expect: clean
// counts: 32 local_atomics 64 max_local_atomics 2 atomic_conflicts 62
__kernel void test(__global int *out) {
  __local int sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, 1);
  atomic_add(&sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[0] = sum;
}
