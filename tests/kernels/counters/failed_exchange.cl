// A compare-exchange that fails reads and writes nothing.
// launch: global 64 local 32
// arg: x int[2]=zeros
// arg: out int[64]
// expect: clean
// counts: 32 global_atomics 64 global_reads 64 global_writes 66 max_global_writes 2 local_atomics 64 local_reads 64 local_writes 4
__kernel void test(__global int *x, __global int *out) {
  __local int seen;
  size_t i = get_local_id(0), g = get_group_id(0);
  if (i == 0) seen = 0; /* 2 local writes */
  barrier(CLK_LOCAL_MEM_FENCE);
  /* The first of each group finds 0 and writes; 31 find something else. 64 reads, 2 writes. */
  int was = atomic_cmpxchg(&x[g], 0, 5);
  /* The same in local memory: 64 reads, 2 writes. */
  int own = atomic_cmpxchg(&seen, 0, 7);
  out[get_global_id(0)] = (was == 0) + (own == 0); /* 64 writes */
}
